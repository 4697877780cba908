import { createContext } from 'svelte'
import type { Announcer } from './notices.svelte.ts'
import type { AppModel } from './app.svelte.ts'
import type { DialogsModel } from './dialogs.svelte.ts'
import type { Environment } from './environment.svelte.ts'
import type { ExportProfilesModel } from './export-profiles.svelte.ts'
import type { FrameModel } from './frame.svelte.ts'
import type { JobsModel } from './jobs.svelte.ts'
import type { PreferencesModel } from './preferences.svelte.ts'
import type { ReviewsModel } from './reviews.svelte.ts'

/*
 * What components receive from the application by context. A component takes the model that it needs, and the
 * whole application only for what concerns several of them.
 */
const [useApp, setApp] = createContext<AppModel>()
const [useEnvironment, setEnvironment] = createContext<Environment>()
const [useAnnouncer, setAnnouncer] = createContext<Announcer>()
const [useDialogs, setDialogs] = createContext<DialogsModel>()
const [useExportProfiles, setExportProfiles] = createContext<ExportProfilesModel>()
const [useFrame, setFrame] = createContext<FrameModel>()
const [useJobs, setJobs] = createContext<JobsModel>()
const [usePreferences, setPreferences] = createContext<PreferencesModel>()
const [useReviews, setReviews] = createContext<ReviewsModel>()
/** Set by what draws the regions of the frame; a view that is rendered alone, as in a test, has none. */
const [, setRegions, hasRegions] = createContext<true>()

export {
  hasRegions,
  setRegions,
  useAnnouncer,
  useApp,
  useDialogs,
  useEnvironment,
  useExportProfiles,
  useFrame,
  useJobs,
  usePreferences,
  useReviews,
}

/** Makes the application and its models known to every component below. */
export function provideApp(app: AppModel): AppModel {
  setEnvironment(app.environment)
  setAnnouncer(app.announcer)
  setDialogs(app.dialogs)
  setFrame(app.frame)
  setExportProfiles(app.exportProfiles)
  setJobs(app.jobs)
  setPreferences(app.preferences)
  setReviews(app.reviews)
  return setApp(app)
}
