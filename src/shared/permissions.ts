/** Roles and permissions: the table in section 6 of the specification. Shared by server, UI and docs. */
export const roles = ['viewer', 'editor', 'publisher', 'admin', 'owner'] as const
export type Role = (typeof roles)[number]

/** The lowest role that has each permission. Higher roles have it too. */
export const permissions = {
  'project.read': 'viewer',
  'playground.evaluate': 'viewer',
  'flag.edit': 'editor',
  'segment.edit': 'editor',
  'attribute.edit': 'editor',
  'metric.edit': 'editor',
  'experiment.edit': 'editor',
  'view.share': 'editor',
  'code.write': 'editor',
  'change.edit': 'editor',
  'revision.publish': 'editor',
  'revision.publish-protected': 'publisher',
  'change.approve': 'publisher',
  'change.schedule': 'publisher',
  'change.apply': 'publisher',
  'revision.turn-off-protected': 'publisher',
  'promise.edit': 'publisher',
  'key.read': 'publisher',
  'key.edit': 'publisher',
  'change.bypass': 'admin',
  'promise.break': 'admin',
  'build.overrule': 'admin',
  'environment.edit': 'admin',
  'freeze.edit': 'admin',
  'member.edit': 'admin',
  'import.edit': 'admin',
  'webhook.edit': 'admin',
  'source.edit': 'admin',
  'project.edit': 'admin',
  'flag.delete': 'admin',
  'unit.forget': 'admin',
  'project.create': 'owner',
  'instance.edit': 'owner',
  'audit.read': 'owner',
} as const satisfies Record<string, Role>
export type Permission = keyof typeof permissions

// Safe cast: `Object.keys` types the keys as strings.
export const everyPermission = Object.keys(permissions) as Permission[]

/** Completes "You don’t have permission to …". */
export const permissionText: Record<Permission, string> = {
  'project.read': 'see this project',
  'playground.evaluate': 'evaluate flags in the playground',
  'flag.edit': 'create and edit flags',
  'segment.edit': 'create and edit segments',
  'attribute.edit': 'edit attributes',
  'metric.edit': 'edit events and metrics',
  'experiment.edit': 'edit experiments and layers',
  'view.share': 'share flag list views',
  'code.write': 'send code references',
  'change.edit': 'save and discuss changes',
  'revision.publish': 'publish',
  'revision.publish-protected': 'publish to a protected environment',
  'change.approve': 'approve changes',
  'change.schedule': 'schedule changes',
  'change.apply': 'publish approved changes',
  'revision.turn-off-protected': 'turn flags off in a protected environment',
  'promise.edit': 'edit promises',
  'key.read': 'see SDK keys',
  'key.edit': 'create and revoke SDK keys',
  'change.bypass': 'publish without required approvals',
  'promise.break': 'break promises',
  'build.overrule': 'take from live builds what they read',
  'environment.edit': 'edit environments',
  'freeze.edit': 'edit freezes',
  'member.edit': 'edit members',
  'import.edit': 'import flags',
  'webhook.edit': 'edit webhooks',
  'source.edit': 'edit sources of events',
  'project.edit': 'edit project settings',
  'flag.delete': 'delete flags',
  'unit.forget': 'forget people who were measured',
  'project.create': 'create projects',
  'instance.edit': 'manage this instance',
  'audit.read': 'read the instance audit log',
}

/** Explains why a role may not do something: the action, the required role, and the caller's role. */
export const roleRefusal = (permission: Permission, role: Role, where: string): string =>
  `You don’t have permission to ${permissionText[permission]} in ${where}. It requires the ${permissions[permission]} role; yours is ${role}.`

export const allows = (role: Role, permission: Permission): boolean =>
  roles.indexOf(role) >= roles.indexOf(permissions[permission])
