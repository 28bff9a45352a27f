import { Skeleton } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { trpc } from '../../../trpc.ts'
import { Loaded } from '../../loading/loaded.tsx'
import { ImportPage } from './import-page.tsx'
import classes from './imports.module.css'

const route = getRouteApi('/in/p/$project/import/$source')

export function ImportScreen(): ReactNode {
  const { project, source } = route.useParams()
  const query = trpc.imports.get.useQuery({ project, source: Number(source) })
  return (
    <div className={classes['page']}>
      <Loaded query={query} what="this import" loading={<Skeleton h={420} />} isEmpty={() => false} empty={null}>
        {(found) => <ImportPage key={`${found.number}/${found.run.number}`} project={project} source={found} />}
      </Loaded>
    </div>
  )
}
