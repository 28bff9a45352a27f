import { Link, Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { SectionNav } from '../../../../components/section-nav.tsx'

export function MeScreen(): ReactNode {
  const current = { activeProps: { 'aria-current': 'page' } } as const
  return (
    <>
      <SectionNav label="Your account">
        <Link to="/me/profile" {...current}>
          Profile
        </Link>
        <Link to="/me/security" {...current}>
          Security
        </Link>
        <Link to="/me/sessions" {...current}>
          Sessions
        </Link>
        <Link to="/me/tokens" {...current}>
          API tokens
        </Link>
        <Link to="/me/appearance" {...current}>
          Appearance
        </Link>
        <Link to="/me/shortcuts" {...current}>
          Shortcuts
        </Link>
      </SectionNav>
      <Outlet />
    </>
  )
}
