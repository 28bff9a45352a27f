import { Menu } from '@mantine/core'
import { IconDots, IconInbox } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import classes from './bottom-bar.module.css'
import { destinations } from './destinations.ts'

/** The rail of a narrow screen: the most used screens of the project in reach of the thumb, the others one touch further. */
export function BottomBar({ project }: { project: string | undefined }): ReactNode {
  if (project === undefined) return null
  const all = destinations(project)
  return (
    <nav className={classes['bar']} aria-label="Screens">
      {all
        .filter(({ thumb }) => thumb)
        .map(({ label, icon: Picture, link }) => (
          <Link key={label} {...link} className={classes['link']} activeProps={{ 'aria-current': 'page' }}>
            <Picture size={20} stroke={1.6} aria-hidden />
            {label}
          </Link>
        ))}
      <Menu position="top-end" width={220}>
        <Menu.Target>
          <button type="button" className={classes['link']}>
            <IconDots size={20} stroke={1.6} aria-hidden />
            More
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconInbox size={18} stroke={1.6} />}
            renderRoot={(item) => <Link {...item} to="/inbox" />}
          >
            Inbox
          </Menu.Item>
          {all
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
        </Menu.Dropdown>
      </Menu>
    </nav>
  )
}
