import { Link, Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { SectionNav } from '../../../components/section-nav.tsx'

/** Settings of the instance, for owners. */
export function OrgScreen(): ReactNode {
  const current = { activeProps: { 'aria-current': 'page' } } as const
  return (
    <>
      <SectionNav label="Instance">
        <Link to="/org/users" {...current}>
          Users
        </Link>
        <Link to="/org/sso" {...current}>
          Single sign-on
        </Link>
        <Link to="/org/service-tokens" {...current}>
          Service tokens
        </Link>
        <Link to="/org/audit" {...current}>
          Audit log
        </Link>
        <Link to="/status" {...current}>
          Status
        </Link>
      </SectionNav>
      <Outlet />
    </>
  )
}
