import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { searchTexts } from '../components/search-text.ts'
import { inboxSearch } from '../features/changes/screens/inbox-search.ts'
import { auditSearch } from '../features/org/screens/audit-search.ts'
import { api } from '../trpc.ts'
import { signedIn } from './frame.ts'

export const projects = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects',
  staticData: { title: 'Projects' },
  validateSearch: (search: Record<string, unknown>): { new?: true | undefined } => ({
    new: search['new'] === true || undefined,
  }),
  loader: () => void api.projects.list.prefetch(),
  component: lazyRouteComponent(() => import('../features/projects/screens/projects-screen.tsx'), 'ProjectsScreen'),
})

export const inbox = createRoute({
  getParentRoute: () => signedIn,
  path: '/inbox',
  staticData: { title: 'Inbox' },
  validateSearch: inboxSearch,
  loader: () => void api.changes.inbox.prefetch(),
  component: lazyRouteComponent(() => import('../features/changes/screens/inbox-screen.tsx'), 'InboxScreen'),
})

const me = createRoute({
  getParentRoute: () => signedIn,
  path: '/me',
  staticData: { title: 'Your account' },
  component: lazyRouteComponent(() => import('../features/account/screens/me/me-screen.tsx'), 'MeScreen'),
})

const meHome = createRoute({
  getParentRoute: () => me,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/me/profile' })
  },
})

const myProfile = createRoute({
  getParentRoute: () => me,
  path: 'profile',
  staticData: { title: 'Profile' },
  component: lazyRouteComponent(() => import('../features/account/screens/me/profile-screen.tsx'), 'ProfileScreen'),
})

const mySecurity = createRoute({
  getParentRoute: () => me,
  path: 'security',
  staticData: { title: 'Security' },
  component: lazyRouteComponent(() => import('../features/account/screens/me/security-screen.tsx'), 'SecurityScreen'),
})

const mySessions = createRoute({
  getParentRoute: () => me,
  path: 'sessions',
  staticData: { title: 'Sessions' },
  component: lazyRouteComponent(() => import('../features/account/screens/me/sessions-screen.tsx'), 'SessionsScreen'),
})

const myTokens = createRoute({
  getParentRoute: () => me,
  path: 'tokens',
  staticData: { title: 'API tokens' },
  component: lazyRouteComponent(() => import('../features/account/screens/me/tokens-screen.tsx'), 'TokensScreen'),
})

const myAppearance = createRoute({
  getParentRoute: () => me,
  path: 'appearance',
  staticData: { title: 'Appearance' },
  component: lazyRouteComponent(
    () => import('../features/account/screens/me/appearance-screen.tsx'),
    'AppearanceScreen',
  ),
})

const myShortcuts = createRoute({
  getParentRoute: () => me,
  path: 'shortcuts',
  staticData: { title: 'Shortcuts' },
  component: lazyRouteComponent(() => import('../features/account/screens/me/shortcuts-screen.tsx'), 'ShortcutsScreen'),
})

const org = createRoute({
  getParentRoute: () => signedIn,
  path: '/org',
  component: lazyRouteComponent(() => import('../features/org/screens/org-screen.tsx'), 'OrgScreen'),
})

const orgHome = createRoute({
  getParentRoute: () => org,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/org/users' })
  },
})

const users = createRoute({
  getParentRoute: () => org,
  path: 'users',
  staticData: { title: 'Users' },
  component: lazyRouteComponent(() => import('../features/org/screens/users-screen.tsx'), 'UsersScreen'),
})

const sso = createRoute({
  getParentRoute: () => org,
  path: 'sso',
  staticData: { title: 'Single sign-on' },
  validateSearch: searchTexts('provider'),
  component: lazyRouteComponent(() => import('../features/org/screens/sso-screen.tsx'), 'SsoScreen'),
})

const serviceTokens = createRoute({
  getParentRoute: () => org,
  path: 'service-tokens',
  staticData: { title: 'Service tokens' },
  validateSearch: searchTexts('project'),
  component: lazyRouteComponent(
    () => import('../features/org/screens/service-tokens-screen.tsx'),
    'ServiceTokensScreen',
  ),
})

const auditTrail = createRoute({
  getParentRoute: () => org,
  path: 'audit',
  staticData: { title: 'Audit log' },
  validateSearch: auditSearch,
  component: lazyRouteComponent(() => import('../features/org/screens/audit-screen.tsx'), 'AuditScreen'),
})

/** Routes of the user’s account. */
export const mine = me.addChildren([meHome, myProfile, mySecurity, mySessions, myTokens, myAppearance, myShortcuts])

/** Status of the instance, for owners. */
export const status = createRoute({
  getParentRoute: () => signedIn,
  path: '/status',
  staticData: { title: 'Status' },
  component: lazyRouteComponent(() => import('../features/status/screens/status-screen.tsx'), 'StatusScreen'),
})

/** Routes of the instance settings. */
export const organisation = org.addChildren([orgHome, users, sso, serviceTokens, auditTrail])
