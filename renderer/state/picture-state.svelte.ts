import type { CampaignSummary } from '../../electron/contract/campaign.ts'
import { hasEnded } from '../../electron/contract/jobs.ts'
import type { PictureRun, PictureState } from '../../electron/contract/pictures.ts'
import { api } from '../api.ts'
import { useJobs, useSession } from './contexts.ts'
import { Loaded } from './loaded.svelte.ts'

/**
 * The pictures of a campaign on this computer, counted when the window is idle, and again when data or
 * pictures have changed. Created while a component starts.
 */
export class PictureStateModel {
  readonly #jobs = useJobs()
  readonly #session = useSession()
  readonly #campaign: () => CampaignSummary
  readonly loaded: Loaded<PictureState>

  /** The running job that fetches them; null if none is running. */
  readonly job = $derived.by<PictureRun | null>(() => {
    const latest = this.#jobs.picturesOf(this.#session.connectionId, this.#campaign().id)
    return latest === null || hasEnded(latest) ? null : latest
  })
  readonly #isRunning = $derived(this.job !== null)

  constructor(campaign: () => CampaignSummary) {
    this.#campaign = campaign
    this.loaded = new Loaded({
      subject: () => campaign().id,
      request: () => this.#request(),
      dependencies: () => [this.#session.revision, this.#isRunning],
    })
  }

  #request(): Promise<PictureState> | null {
    const { connectionId, ready } = this.#session
    const { id, copy } = this.#campaign()
    if (connectionId === null || !ready || copy === 'none') return null
    return api.call('pictures.state', { connectionId, campaignId: id })
  }
}
