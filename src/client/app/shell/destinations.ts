import {
  IconBraces,
  IconEraser,
  IconFlag,
  IconGitPullRequest,
  IconHistory,
  IconPlayerPlay,
  IconPlugConnected,
  IconSettings,
  IconUsersGroup,
} from '@tabler/icons-react'
import { linkOptions } from '@tanstack/react-router'

/**
 * The screens of a project in the order of the rail, most used first. The palette and the shortcuts read it too. `thumb`
 * marks those that stand in the bottom bar of a phone; the others are behind its last button.
 */
export const destinations = (project: string) => [
  {
    label: 'Flags',
    icon: IconFlag,
    thumb: true,
    keys: 'g f',
    link: linkOptions({ to: '/p/$project/flags', params: { project } }),
  },
  {
    label: 'Segments',
    thumb: true,
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
    label: 'Contexts',
    icon: IconBraces,
    keys: 'g x',
    link: linkOptions({ to: '/p/$project/contexts', params: { project } }),
  },
  {
    label: 'Activity',
    icon: IconHistory,
    keys: 'g a',
    link: linkOptions({ to: '/p/$project/activity', params: { project } }),
  },
  {
    label: 'Playground',
    thumb: true,
    icon: IconPlayerPlay,
    keys: 'g p',
    link: linkOptions({ to: '/p/$project/playground', params: { project } }),
  },
  {
    label: 'Cleanup',
    icon: IconEraser,
    keys: 'g l',
    link: linkOptions({ to: '/p/$project/cleanup', params: { project } }),
  },
  {
    label: 'Connect',
    icon: IconPlugConnected,
    keys: 'g o',
    link: linkOptions({ to: '/p/$project/connect', params: { project } }),
  },
  {
    label: 'Settings',
    icon: IconSettings,
    keys: 'g e',
    link: linkOptions({ to: '/p/$project/settings', params: { project } }),
  },
]
