import { createContext } from 'svelte'
import type { AppModel, Navigation, Session } from './app.svelte.ts'
import { createCommands, type Commands } from './commands.ts'
import type { DownloadContext } from './download-actions.ts'
import type { NewWindowContext } from './new-window.ts'
import type { ExportContext } from './repeat-export.ts'
import type { ReviewContext } from './review-history.ts'
import type { TabHistoryContext } from './tab-history.ts'

const [useApp, setApp] = createContext<AppModel>()
const [useCommands, setCommands] = createContext<Commands>()
/**
 * Set by the component that renders the regions of the frame; missing in a view that a test renders alone.
 */
const [, setRegions, hasRegions] = createContext<true>()

export { hasRegions, setRegions, useCommands }

/** Provides the application and its models to all child components. */
export function provideApp(app: AppModel): AppModel {
  setCommands(createCommands(app))
  return setApp(app)
}

/*
 * A component uses the models that it reads, and the context of the actions that it calls; no component gets
 * the whole application.
 */
export const useSession = (): Session => useApp()
export const useNavigation = (): Navigation => useApp()
export const useDownloadContext = (): DownloadContext => useApp()
export const useNewWindowContext = (): NewWindowContext => useApp()
export const useExportContext = (): ExportContext => useApp()
export const useReviewContext = (): ReviewContext => useApp()
export const useTabHistoryContext = (): TabHistoryContext => useApp()
export const useEnvironment = (): AppModel['environment'] => useApp().environment
export const useAnnouncer = (): AppModel['announcer'] => useApp().announcer
export const useBackups = (): AppModel['backups'] => useApp().backups
export const useCampaignComparison = (): AppModel['campaignComparison'] => useApp().campaignComparison
export const useCampaignList = (): AppModel['campaignList'] => useApp().campaignList
export const useCampaignTable = (): AppModel['campaignTable'] => useApp().campaignTable
export const useChanges = (): AppModel['changes'] => useApp().changes
export const useChecks = (): AppModel['checks'] => useApp().checks
export const useDialogs = (): AppModel['dialogs'] => useApp().dialogs
export const useExportProfiles = (): AppModel['exportProfiles'] => useApp().exportProfiles
export const useFrame = (): AppModel['frame'] => useApp().frame
export const useHome = (): AppModel['home'] => useApp().home
export const useHistory = (): AppModel['history'] => useApp().history
export const useItems = (): AppModel['items'] => useApp().items
export const useJobs = (): AppModel['jobs'] => useApp().jobs
export const useNewCertificates = (): AppModel['newCertificates'] => useApp().newCertificates
export const useNotices = (): AppModel['notices'] => useApp().notices
export const usePreferences = (): AppModel['preferences'] => useApp().preferences
export const useReviews = (): AppModel['reviews'] => useApp().reviews
export const useSuccess = (): AppModel['success'] => useApp().success
export const useTimeline = (): AppModel['timeline'] => useApp().timeline
export const useUpdates = (): AppModel['updates'] => useApp().updates
export const useViews = (): AppModel['views'] => useApp().views
