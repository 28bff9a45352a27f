import { IconInbox } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { counted } from '../../../shared/text/rules/percent.ts'
import { useWaitingCounts } from '../features/inbox/use-waiting.ts'
import { destinations } from './destinations.ts'
import { ProjectSwitcher } from './project-switcher.tsx'
import classes from './rail.module.css'

/** The navigation at the left: the project and what waits in any of them, then its screens. */
export function Rail({ project, narrow }: { project: string | undefined; narrow: boolean }): ReactNode {
  const { everywhere, here } = useWaitingCounts(project)
  return (
    <nav className={classes['rail']} data-narrow={narrow || undefined} aria-label="Main">
      <ProjectSwitcher project={project} />
      <Link to="/inbox" className={classes['link']} activeProps={{ 'aria-current': 'page' }} data-last>
        <IconInbox size={18} stroke={1.6} aria-hidden />
        <span className={classes['label']}>Inbox</span>
        <Waiting count={everywhere} />
      </Link>
      {project === undefined
        ? null
        : destinations(project).map(({ label, icon: Picture, link, waits }) => (
            <Link key={label} {...link} className={classes['link']} activeProps={{ 'aria-current': 'page' }}>
              <Picture size={18} stroke={1.6} aria-hidden />
              <span className={classes['label']}>{label}</span>
              {waits ? <Waiting count={here} /> : null}
            </Link>
          ))}
    </nav>
  )
}

function Waiting({ count }: { count: number }): ReactNode {
  return count === 0 ? null : (
    <span className={classes['badge']}>
      <span aria-hidden>{count}</span>
      <span className="visually-hidden">{counted(count, 'change waiting', 'changes waiting')} for you</span>
    </span>
  )
}
