import { ActionIcon, Tooltip } from '@mantine/core'
import { IconKeyboard } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Logo } from '../ui/logo.tsx'
import { AccountMenu } from './account-menu.tsx'
import { Crumbs } from './crumbs.tsx'
import classes from './top-bar.module.css'
import type { Connection } from './use-live.ts'

const words: Record<Connection, string> = {
  live: 'Live: changes of others appear at once',
  connecting: 'Connecting to live changes',
  offline: 'Offline',
  idle: 'No project open',
}

/** Where you are, the connection, and the account. */
export function TopBar(props: {
  project: string | undefined
  connection: Connection
  onShortcuts: () => void
}): ReactNode {
  const { project, connection, onShortcuts } = props
  return (
    <header className={classes['bar']}>
      <Link to="/projects" className={classes['home']} aria-label="Fanion, all projects">
        <Logo size={20} />
      </Link>
      <Crumbs project={project} />
      <span className={classes['space']} />
      <Tooltip label="Keyboard shortcuts (?)">
        <ActionIcon variant="subtle" color="gray" size={32} aria-label="Keyboard shortcuts" onClick={onShortcuts}>
          <IconKeyboard size={18} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={words[connection]}>
        <span className={classes['dot']} data-connection={connection} role="img" aria-label={words[connection]} />
      </Tooltip>
      <AccountMenu />
    </header>
  )
}
