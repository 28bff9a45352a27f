import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import classes from '../../components/link-tabs.module.css'

export function MetricsTabs({ project }: { project: string }): ReactNode {
  const exact = { activeOptions: { exact: true }, activeProps: { 'aria-current': 'page' as const } }
  return (
    <nav className={classes['tabs']} aria-label="Metrics, events and sources">
      <Link to="/p/$project/metrics" params={{ project }} {...exact}>
        Metrics
      </Link>
      <Link to="/p/$project/metrics/events" params={{ project }} {...exact}>
        Events
      </Link>
      <Link to="/p/$project/metrics/sources" params={{ project }} {...exact}>
        Sources
      </Link>
    </nav>
  )
}
