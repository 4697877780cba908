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
 * The application and its models as Svelte contexts. A component uses the model that it needs, and the whole
 * application only for actions that affect several models.
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
/** Set by the component that renders the regions of the frame; missing in a view that a test renders alone. */
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

/** Provides the application and its models to all child components. */
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
