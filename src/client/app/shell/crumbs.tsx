import { Link, useMatches } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import classes from './top-bar.module.css'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The screen’s name, for the top bar and the window title. */
    title?: string
    /** Path parameter with the name of the shown item. Follows the title. */
    titleParam?: string
    /** Link target of the title if a name follows it. */
    titleTo?:
      | '/p/$project/flags'
      | '/p/$project/changes'
      | '/p/$project/segments'
      | '/p/$project/experiments'
      | '/p/$project/metrics'
      | '/p/$project/metrics/events'
      | '/p/$project/metrics/sources'
  }
}

/** Breadcrumbs. The last one is the current screen. */
export function Crumbs({ project }: { project: string | undefined }): ReactNode {
  const match = useMatches().findLast((one) => one.staticData.title !== undefined)
  if (match === undefined) return null
  const { title, titleParam, titleTo } = match.staticData
  const params: Record<string, string | undefined> = match.params
  const name = titleParam === undefined ? undefined : params[titleParam]
  return (
    <div className={classes['crumbs']}>
      <title>{`${name ?? title} · ${project ?? 'Fanion'}`}</title>
      {name === undefined || titleTo === undefined || project === undefined ? null : (
        <nav aria-label="Breadcrumb">
          <Link to={titleTo} params={{ project }}>
            {title}
          </Link>
          <span aria-hidden> /</span>
        </nav>
      )}
      <h1 className={classes['title']}>{name ?? title}</h1>
    </div>
  )
}
