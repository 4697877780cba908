import type { PictureChoice } from '../contract/pictures.ts'

/** What a person has chosen for the pictures of a campaign. */
export interface CampaignPictures {
  readonly choice: PictureChoice
  readonly forField: boolean
}

export interface PictureChoices {
  get(campaignId: string): Promise<CampaignPictures>
  set(campaignId: string, chosen: CampaignPictures): Promise<void>
  /** Ids of the campaigns whose pictures stay whatever happens. */
  forField(): Promise<readonly string[]>
}
