import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { SectionNav } from '../../../components/section-nav.tsx'

/** Tabs of a flag’s pages. They keep the open environment. */
export function FlagTabs({ project, flag }: { project: string; flag: string }): ReactNode {
  const same = {
    params: { project, flag },
    search: ({ env }: { env?: string | undefined }) => ({ env }),
    activeProps: { 'aria-current': 'page' },
  } as const
  return (
    <SectionNav label="Flag pages">
      <Link to="/p/$project/flags/$flag" activeOptions={{ exact: true, includeSearch: false }} {...same}>
        Targeting
      </Link>
      <Link to="/p/$project/flags/$flag/ramp" activeOptions={{ includeSearch: false }} {...same}>
        Ramp
      </Link>
      <Link to="/p/$project/flags/$flag/usage" activeOptions={{ includeSearch: false }} {...same}>
        Usage
      </Link>
      <Link to="/p/$project/flags/$flag/around" activeOptions={{ includeSearch: false }} {...same}>
        Dependencies
      </Link>
      <Link to="/p/$project/flags/$flag/history" activeOptions={{ includeSearch: false }} {...same}>
        History
      </Link>
      <Link to="/p/$project/flags/$flag/code" activeOptions={{ includeSearch: false }} {...same}>
        Code
      </Link>
      <Link to="/p/$project/flags/$flag/settings" activeOptions={{ includeSearch: false }} {...same}>
        Settings
      </Link>
    </SectionNav>
  )
}
