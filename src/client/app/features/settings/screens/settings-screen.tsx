import { getRouteApi, Link, Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { SectionNav } from '../../../components/section-nav.tsx'

const route = getRouteApi('/in/p/$project/settings')

export function SettingsScreen(): ReactNode {
  const params = route.useParams()
  const current = { params, activeProps: { 'aria-current': 'page' } } as const
  return (
    <>
      <SectionNav label="Project settings">
        <Link to="/p/$project/settings/general" {...current}>
          General
        </Link>
        <Link to="/p/$project/settings/environments" {...current}>
          Environments
        </Link>
        <Link to="/p/$project/settings/members" {...current}>
          Members
        </Link>
        <Link to="/p/$project/settings/webhooks" {...current}>
          Webhooks
        </Link>
        <Link to="/p/$project/settings/sources" {...current}>
          Guard sources
        </Link>
        <Link to="/p/$project/settings/layers" {...current}>
          Layers
        </Link>
        <Link to="/p/$project/import" params={params}>
          Import
        </Link>
        <Link to="/p/$project/settings/danger" {...current}>
          Danger zone
        </Link>
      </SectionNav>
      <Outlet />
    </>
  )
}
