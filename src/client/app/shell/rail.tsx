import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { counted } from '../../../shared/words/percent.ts'
import { useWaitingCount } from '../ui/use-waiting.ts'
import { destinations } from './destinations.ts'
import { ProjectSwitcher } from './project-switcher.tsx'
import classes from './rail.module.css'

/** The navigation at the left: the project, then its screens. */
export function Rail({ project, narrow }: { project: string | undefined; narrow: boolean }): ReactNode {
  const waiting = useWaitingCount(project)
  return (
    <nav className={classes['rail']} data-narrow={narrow || undefined} aria-label="Main">
      <ProjectSwitcher project={project} />
      {project === undefined
        ? null
        : destinations(project).map(({ label, icon: Picture, link, waits }) => (
            <Link key={label} {...link} className={classes['link']} activeProps={{ 'aria-current': 'page' }}>
              <Picture size={18} stroke={1.6} aria-hidden />
              <span className={classes['label']}>{label}</span>
              {waits && waiting > 0 ? (
                <span className={classes['badge']}>
                  <span aria-hidden>{waiting}</span>
                  <span className="visually-hidden">{counted(waiting, 'change waits', 'changes wait')} for you</span>
                </span>
              ) : null}
            </Link>
          ))}
    </nav>
  )
}
