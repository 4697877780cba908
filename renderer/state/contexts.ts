import { createContext } from 'svelte'
import type { AppModel, Navigation, Session } from './app.svelte.ts'
import type { CampaignListModel } from './campaign-list.svelte.ts'
import type { ChangesState } from './changes.svelte.ts'
import { createCommands, type Commands } from './commands.ts'
import type { DialogsModel } from './dialogs.svelte.ts'
import type { DownloadContext } from './download-actions.ts'
import type { Environment } from './environment.svelte.ts'
import type { ExportProfilesModel } from './export-profiles.svelte.ts'
import type { FrameModel } from './frame.svelte.ts'
import type { History } from './history.svelte.ts'
import type { ItemsState } from './items.svelte.ts'
import type { JobsModel } from './jobs.svelte.ts'
import type { NewCertificates } from './new-certificates.svelte.ts'
import type { Announcer, NoticesModel } from './notices.svelte.ts'
import type { PreferencesModel } from './preferences.svelte.ts'
import type { ExportContext } from './repeat-export.ts'
import type { ReviewContext } from './review-history.ts'
import type { ReviewsModel } from './reviews.svelte.ts'
import type { ViewsModel } from './views.svelte.ts'

/*
 * The models of the application as Svelte contexts. A component uses the models that it reads, and the
 * context of the actions that it calls; no component gets the whole application.
 */
const [useCommands, setCommands] = createContext<Commands>()
const [useSession, setSession] = createContext<Session>()
const [useNavigation, setNavigation] = createContext<Navigation>()
const [useDownloadContext, setDownloadContext] = createContext<DownloadContext>()
const [useExportContext, setExportContext] = createContext<ExportContext>()
const [useReviewContext, setReviewContext] = createContext<ReviewContext>()
const [useEnvironment, setEnvironment] = createContext<Environment>()
const [useAnnouncer, setAnnouncer] = createContext<Announcer>()
const [useCampaignList, setCampaignList] = createContext<CampaignListModel>()
const [useChanges, setChanges] = createContext<ChangesState>()
const [useDialogs, setDialogs] = createContext<DialogsModel>()
const [useExportProfiles, setExportProfiles] = createContext<ExportProfilesModel>()
const [useFrame, setFrame] = createContext<FrameModel>()
const [useHistory, setHistory] = createContext<History>()
const [useItems, setItems] = createContext<ItemsState>()
const [useJobs, setJobs] = createContext<JobsModel>()
const [useNewCertificates, setNewCertificates] = createContext<NewCertificates>()
const [useNotices, setNotices] = createContext<NoticesModel>()
const [usePreferences, setPreferences] = createContext<PreferencesModel>()
const [useReviews, setReviews] = createContext<ReviewsModel>()
const [useViews, setViews] = createContext<ViewsModel>()
/** Set by the component that renders the regions of the frame; missing in a view that a test renders alone. */
const [, setRegions, hasRegions] = createContext<true>()

export {
  hasRegions,
  setRegions,
  useAnnouncer,
  useCampaignList,
  useChanges,
  useCommands,
  useDialogs,
  useDownloadContext,
  useEnvironment,
  useExportProfiles,
  useExportContext,
  useFrame,
  useHistory,
  useItems,
  useJobs,
  useNavigation,
  useNewCertificates,
  useNotices,
  usePreferences,
  useReviewContext,
  useReviews,
  useSession,
  useViews,
}

/** Provides the application and its models to all child components. */
export function provideApp(app: AppModel): AppModel {
  setCommands(createCommands(app))
  setSession(app)
  setNavigation(app)
  setDownloadContext(app)
  setExportContext(app)
  setReviewContext(app)
  setEnvironment(app.environment)
  setAnnouncer(app.announcer)
  setCampaignList(app.campaignList)
  setChanges(app.changes)
  setDialogs(app.dialogs)
  setExportProfiles(app.exportProfiles)
  setFrame(app.frame)
  setHistory(app.history)
  setItems(app.items)
  setJobs(app.jobs)
  setNewCertificates(app.newCertificates)
  setNotices(app.notices)
  setPreferences(app.preferences)
  setReviews(app.reviews)
  setViews(app.views)
  return app
}
