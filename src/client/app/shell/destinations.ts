import {
  IconActivity,
  IconAffiliate,
  IconArrowsDiff,
  IconBraces,
  IconEraser,
  IconFlag,
  IconGitPullRequest,
  IconHistory,
  IconHome,
  IconPlayerPlay,
  IconPlugConnected,
  IconSettings,
  IconShieldCheck,
  IconStairsUp,
  IconUsersGroup,
} from '@tabler/icons-react'
import { linkOptions } from '@tanstack/react-router'

/**
 * The screens of a project in the order of the rail, most used first. The palette and the shortcuts read it too. `thumb`
 * marks those that stand in the bottom bar of a phone; the others are behind its last button. `tools` stand apart, and
 * what `rests` is found by its key, the palette and the screens it belongs to.
 */
export const destinations = (project: string) => [
  {
    label: 'Home',
    icon: IconHome,
    thumb: true,
    keys: 'g h',
    link: linkOptions({ to: '/p/$project/home', params: { project } }),
    waits: true,
  },
  {
    label: 'Flags',
    icon: IconFlag,
    thumb: true,
    keys: 'g f',
    link: linkOptions({ to: '/p/$project/flags', params: { project } }),
  },
  {
    label: 'Segments',
    icon: IconUsersGroup,
    keys: 'g s',
    link: linkOptions({ to: '/p/$project/segments', params: { project } }),
  },
  {
    label: 'Changes',
    thumb: true,
    icon: IconGitPullRequest,
    keys: 'g c',
    link: linkOptions({ to: '/p/$project/changes', params: { project } }),
    waits: true,
  },
  {
    label: 'History',
    thumb: true,
    icon: IconHistory,
    keys: 'g t',
    link: linkOptions({ to: '/p/$project/history', params: { project } }),
  },
  {
    label: 'Ramps',
    tools: true,
    icon: IconStairsUp,
    keys: 'g r',
    link: linkOptions({ to: '/p/$project/ramps', params: { project } }),
  },
  {
    label: 'Playground',
    tools: true,
    icon: IconPlayerPlay,
    keys: 'g p',
    link: linkOptions({ to: '/p/$project/playground', params: { project } }),
  },
  {
    label: 'Promises',
    tools: true,
    icon: IconShieldCheck,
    keys: 'g v',
    link: linkOptions({ to: '/p/$project/promises', params: { project } }),
  },
  {
    label: 'Compare',
    tools: true,
    rests: true,
    icon: IconArrowsDiff,
    keys: 'g m',
    link: linkOptions({ to: '/p/$project/compare', params: { project } }),
  },
  {
    label: 'Contexts',
    tools: true,
    icon: IconBraces,
    keys: 'g x',
    link: linkOptions({ to: '/p/$project/contexts', params: { project } }),
  },
  {
    label: 'Dependencies',
    tools: true,
    rests: true,
    icon: IconAffiliate,
    keys: 'g d',
    link: linkOptions({ to: '/p/$project/around', params: { project } }),
  },
  {
    label: 'Connect',
    tools: true,
    icon: IconPlugConnected,
    keys: 'g o',
    link: linkOptions({ to: '/p/$project/connect', params: { project } }),
  },
  {
    label: 'Cleanup',
    tools: true,
    icon: IconEraser,
    keys: 'g l',
    link: linkOptions({ to: '/p/$project/cleanup', params: { project } }),
  },
  {
    label: 'Activity',
    tools: true,
    icon: IconActivity,
    keys: 'g a',
    link: linkOptions({ to: '/p/$project/activity', params: { project } }),
  },
  {
    label: 'Settings',
    tools: true,
    icon: IconSettings,
    keys: 'g e',
    link: linkOptions({ to: '/p/$project/settings', params: { project } }),
  },
]
