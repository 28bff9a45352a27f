import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { sourcesSearch } from '../screens/guard-sources/sources-search.ts'
import { environmentsSearch } from '../screens/settings/settings-search.ts'
import { webhooksSearch } from '../screens/webhooks/webhooks-search.ts'
import { api } from '../trpc.ts'
import { project } from './project-root.ts'

const root = createRoute({
  getParentRoute: () => project,
  path: 'settings',
  component: lazyRouteComponent(() => import('../screens/settings/settings-screen.tsx'), 'SettingsScreen'),
})

const settingsHome = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/p/$project/settings/general', params })
  },
})

const general = createRoute({
  getParentRoute: () => root,
  path: 'general',
  staticData: { title: 'Project settings' },
  component: lazyRouteComponent(() => import('../screens/settings/general-screen.tsx'), 'GeneralScreen'),
})

const environments = createRoute({
  getParentRoute: () => root,
  path: 'environments',
  staticData: { title: 'Environments' },
  validateSearch: environmentsSearch,
  loader: ({ params }) => void api.environments.list.prefetch({ project: params.project }),
  component: lazyRouteComponent(() => import('../screens/settings/environments-screen.tsx'), 'EnvironmentsScreen'),
})

const danger = createRoute({
  getParentRoute: () => root,
  path: 'danger',
  staticData: { title: 'Danger zone' },
  component: lazyRouteComponent(() => import('../screens/settings/danger-screen.tsx'), 'DangerScreen'),
})

const members = createRoute({
  getParentRoute: () => root,
  path: 'members',
  staticData: { title: 'Members' },
  loader: ({ params }) => void api.members.list.prefetch({ project: params.project }),
  component: lazyRouteComponent(() => import('../screens/members/members-screen.tsx'), 'MembersScreen'),
})

const webhooks = createRoute({
  getParentRoute: () => root,
  path: 'webhooks',
  staticData: { title: 'Webhooks' },
  validateSearch: webhooksSearch,
  component: lazyRouteComponent(() => import('../screens/webhooks/webhooks-screen.tsx'), 'WebhooksScreen'),
})

const sources = createRoute({
  getParentRoute: () => root,
  path: 'sources',
  staticData: { title: 'Guard sources' },
  validateSearch: sourcesSearch,
  component: lazyRouteComponent(() => import('../screens/guard-sources/sources-screen.tsx'), 'SourcesScreen'),
})

const layers = createRoute({
  getParentRoute: () => root,
  path: 'layers',
  staticData: { title: 'Layers' },
  loader: ({ params }) => void api.layers.list.prefetch({ project: params.project }),
  component: lazyRouteComponent(() => import('../screens/settings/layers-screen.tsx'), 'LayersScreen'),
})

/** The settings of a project. */
export const settings = root.addChildren([
  settingsHome,
  general,
  environments,
  members,
  webhooks,
  sources,
  layers,
  danger,
])
