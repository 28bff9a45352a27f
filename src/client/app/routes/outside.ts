import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { deviceSearch, loginSearch, setupSearch } from '../features/account/screens/account-search.ts'
import { lastDay, lastDayKey, lastProject, lastProjectKey } from '../shell/preferences.ts'
import { accountStatus, requireSession } from '../shell/session.ts'
import { api } from '../trpc.ts'
import { root } from './frame.ts'

const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  validateSearch: setupSearch,
  beforeLoad: async ({ search }) => {
    const status = await accountStatus()
    if (status.setUp && (search.step === undefined || status.user === null)) throw redirect({ to: '/' })
  },
  component: lazyRouteComponent(() => import('../features/account/screens/setup-screen.tsx'), 'SetupScreen'),
})

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: loginSearch,
  beforeLoad: async () => {
    const status = await accountStatus()
    if (!status.setUp) throw redirect({ to: '/setup' })
    if (status.user !== null) throw redirect({ to: '/' })
  },
  component: lazyRouteComponent(() => import('../features/account/screens/login-screen.tsx'), 'LoginScreen'),
})

const invite = createRoute({
  getParentRoute: () => root,
  path: '/invite/$token',
  component: lazyRouteComponent(() => import('../features/account/screens/invite-screen.tsx'), 'InviteScreen'),
})

const forgot = createRoute({
  getParentRoute: () => root,
  path: '/forgot',
  component: lazyRouteComponent(() => import('../features/account/screens/forgot-screen.tsx'), 'ForgotScreen'),
})

const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset/$token',
  component: lazyRouteComponent(() => import('../features/account/screens/reset-screen.tsx'), 'ResetScreen'),
})

const device = createRoute({
  getParentRoute: () => root,
  path: '/device',
  validateSearch: deviceSearch,
  beforeLoad: requireSession,
  component: lazyRouteComponent(() => import('../features/account/screens/device-screen.tsx'), 'DeviceScreen'),
})

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async ({ location }) => {
    await requireSession({ location })
    const projects = await api.projects.list.fetch(undefined, { staleTime: 30_000 })
    const project = projects.find((one) => one.key === lastProject.read(lastProjectKey)) ?? projects[0]
    if (project === undefined) throw redirect({ to: '/projects' })
    const before = lastDay.read(lastDayKey)
    const today = new Date().toLocaleDateString('sv')
    lastDay.write(lastDayKey, today)
    // The first visit of a day starts at the home page.
    const to = before === null || before === today ? '/p/$project/flags' : '/p/$project/home'
    throw redirect({ to, params: { project: project.key } })
  },
})

/** Routes outside the shell, mostly before the sign-in, and the redirect to the last project. */
export const outside = [setup, login, invite, forgot, reset, device, home] as const
