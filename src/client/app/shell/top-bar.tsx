import { ActionIcon, Button } from '@mantine/core'
import { IconKeyboard, IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Kbd } from '../components/kbd.tsx'
import { Logo } from '../components/logo.tsx'
import { shownKeys } from '../components/shortcuts.ts'
import { AccountMenu } from './account-menu.tsx'
import { Crumbs } from './crumbs.tsx'
import { ProjectActs } from './project-acts.tsx'
import classes from './top-bar.module.css'
import type { Connection } from './use-live.ts'

const words: Record<Connection, string> = {
  live: 'Live: changes by others appear instantly',
  connecting: 'Connecting to live updates',
  offline: 'Offline',
  idle: 'No project open',
}

export function TopBar(props: {
  project: string | undefined
  /** The project to search in: the open or last opened one. */
  railProject: string | undefined
  connection: Connection
  onSearch: () => void
  onShortcuts: () => void
}): ReactNode {
  const { project, railProject, connection, onSearch, onShortcuts } = props
  return (
    <header className={classes['bar']}>
      <Link to="/projects" className={classes['home']} aria-label="Fanion, all projects">
        <Logo size={20} />
      </Link>
      <Crumbs project={project} />
      <span className={classes['space']} />
      {railProject === undefined ? null : (
        <>
          <Button
            variant="default"
            classNames={{ root: classes['search'] ?? '', label: classes['label'] ?? '' }}
            leftSection={<IconSearch size={14} />}
            rightSection={<Kbd>{shownKeys('mod+k').join(' ')}</Kbd>}
            onClick={onSearch}
          >
            Search or run…
          </Button>
          {project === undefined ? null : <ProjectActs project={project} />}
        </>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label="Keyboard shortcuts"
        title="Keyboard shortcuts (?)"
        className={classes['keys']}
        onClick={onShortcuts}
      >
        <IconKeyboard size={18} stroke={1.6} />
      </ActionIcon>
      <span
        className={classes['dot']}
        data-connection={connection}
        role="img"
        aria-label={words[connection]}
        title={words[connection]}
      />
      <AccountMenu />
    </header>
  )
}
