/** A screen that is only in the palette: title, section and path. */
type Further = readonly [title: string, detail: string, href: string]

const ofProject: readonly Further[] = [
  ['Members', 'project settings', '/settings/members'],
  ['Environments', 'project settings', '/settings/environments'],
  ['Webhooks', 'project settings', '/settings/webhooks'],
  ['Guard sources', 'project settings', '/settings/sources'],
  ['Layers', 'project settings', '/settings/layers'],
  ['New experiment', 'experiments', '/experiments/new'],
  ['General', 'project settings', '/settings/general'],
  ['Danger zone', 'project settings', '/settings/danger'],
  ['Import', 'from another system', '/import'],
  ['New promise', 'promises', '/promises?new=true'],
  ['Archived flags', 'flags', '/flags?status=archived'],
  ['Scheduled changes', 'changes', '/changes?tab=scheduled'],
]

const everywhere: readonly Further[] = [
  ['Inbox', 'all projects', '/inbox'],
  ['All projects', 'all projects', '/projects'],
  ['Profile', 'your account', '/me/profile'],
  ['Security', 'your account', '/me/security'],
  ['Sessions', 'your account', '/me/sessions'],
  ['API tokens', 'your account', '/me/tokens'],
  ['Appearance and language', 'your account', '/me/appearance'],
  ['Shortcuts', 'your account', '/me/shortcuts'],
]

const ofOwners: readonly Further[] = [
  ['Users', 'organization', '/org/users'],
  ['Single sign-on', 'organization', '/org/sso'],
  ['Service tokens', 'organization', '/org/service-tokens'],
  ['Audit log', 'organization', '/org/audit'],
  ['Status', 'organization', '/status'],
]

/** All screens that are not in the navigation. Those of the instance are only for owners. */
export const furtherScreens = (project: string, owner: boolean): readonly Further[] => [
  ...ofProject.map(([title, detail, path]): Further => [title, detail, `/p/${project}${path}`]),
  ...everywhere,
  ...(owner ? ofOwners : []),
]

export const themes = [
  ['light', 'Light theme'],
  ['dark', 'Dark theme'],
  ['auto', 'System theme'],
] as const
