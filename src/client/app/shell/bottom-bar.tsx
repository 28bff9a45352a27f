import { IconDots } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LazyMenu } from '../components/lazy-menu.tsx'
import { lazyPart } from '../components/lazy-part.ts'
import classes from './bottom-bar.module.css'
import { destinations } from './destinations.ts'

const ScreenMenuItems = lazyPart(async () => (await import('./screen-menu-items.tsx')).ScreenMenuItems)

/** Navigation on narrow screens: the most used screens of the project, with the others in a menu. */
export function BottomBar({ project }: { project: string | undefined }): ReactNode {
  if (project === undefined) return null
  return (
    <nav className={classes['bar']} aria-label="Screens">
      {destinations(project)
        .filter(({ thumb }) => thumb)
        .map(({ label, icon: Picture, link }) => (
          <Link key={label} {...link} className={classes['link']} activeProps={{ 'aria-current': 'page' }}>
            <Picture size={20} stroke={1.6} aria-hidden />
            {label}
          </Link>
        ))}
      <LazyMenu
        position="top-end"
        width={220}
        button={(own) => (
          <button {...own} type="button" className={classes['link']}>
            <IconDots size={20} stroke={1.6} aria-hidden />
            More
          </button>
        )}
      >
        <ScreenMenuItems project={project} />
      </LazyMenu>
    </nav>
  )
}
