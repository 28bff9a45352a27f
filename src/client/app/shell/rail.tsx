import { IconInbox } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { counted } from '../../../shared/text/rules/percent.ts'
import { useWaitingCounts } from '../features/inbox/use-waiting.ts'
import { destinations } from './destinations.ts'
import { ProjectSwitcher } from './project-switcher.tsx'
import classes from './rail.module.css'

/**
 * Navigation on the left: the project’s screens and tools, and the inbox. `project` is the open or last opened one, so
 * that the navigation stays while the user visits the inbox or their account.
 */
export function Rail({ project, narrow }: { project: string | undefined; narrow: boolean }): ReactNode {
  const { everywhere, here } = useWaitingCounts(project)
  const all = project === undefined ? [] : destinations(project).filter(({ rests }) => !rests)
  const entry = ({ label, icon: Picture, link, waits }: (typeof all)[number]) => (
    <Link key={label} {...link} className={classes['link']} activeProps={{ 'aria-current': 'page' }}>
      <Picture size={16} stroke={1.75} aria-hidden />
      <span className={classes['label']}>{label}</span>
      {waits ? <WaitingBadge count={here} /> : null}
    </Link>
  )
  return (
    <nav className={classes['rail']} data-narrow={narrow || undefined} aria-label="Main">
      <ProjectSwitcher project={project} />
      {all.filter(({ tools }) => !tools).map(entry)}
      {project === undefined ? null : (
        <span className={classes['group']} aria-hidden>
          Tools
        </span>
      )}
      {all.filter(({ tools }) => tools).map(entry)}
      <Link to="/inbox" className={classes['link']} activeProps={{ 'aria-current': 'page' }} data-last>
        <IconInbox size={16} stroke={1.75} aria-hidden />
        <span className={classes['label']}>Inbox</span>
        <WaitingBadge count={everywhere} />
      </Link>
    </nav>
  )
}

function WaitingBadge({ count }: { count: number }): ReactNode {
  return count === 0 ? null : (
    <span className={classes['badge']}>
      <span aria-hidden>{count}</span>
      <span className="visually-hidden">{counted(count, 'change waiting', 'changes waiting')} for you</span>
    </span>
  )
}
