import { Button } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { allows } from '../../../../../../shared/permissions.ts'
import { Kbd } from '../../../../components/kbd.tsx'
import { trpc } from '../../../../trpc.ts'

const route = getRouteApi('/in/p/$project/flags')

export function NewFlagButton({ project }: { project: string }): ReactNode {
  const navigate = route.useNavigate()
  const role = trpc.projects.get.useQuery({ project }).data?.role
  const open = () => void navigate({ search: (old) => ({ ...old, new: true }) })
  return (
    <Button onClick={open} rightSection={<Kbd>C</Kbd>} disabled={role !== undefined && !allows(role, 'flag.edit')}>
      New flag
    </Button>
  )
}
