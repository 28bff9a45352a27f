import { Menu } from '@mantine/core'
import { IconInbox } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { destinations } from './destinations.ts'

/** Screens of a project that are not in the bottom bar of narrow screens. */
export function ScreenMenuItems({ project }: { project: string }): ReactNode {
  return (
    <>
      <Menu.Item
        leftSection={<IconInbox size={18} stroke={1.6} />}
        renderRoot={(item) => <Link {...item} to="/inbox" />}
      >
        Inbox
      </Menu.Item>
      {destinations(project)
        .filter(({ thumb }) => !thumb)
        .map(({ label, icon: Picture, link }) => (
          <Menu.Item
            key={label}
            leftSection={<Picture size={18} stroke={1.6} />}
            renderRoot={(item) => <Link {...item} {...link} />}
          >
            {label}
          </Menu.Item>
        ))}
    </>
  )
}
