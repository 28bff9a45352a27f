import { Button, Skeleton } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { trpc } from '../../trpc.ts'
import { Loaded } from '../loading/loaded.tsx'
import { useHasPermission } from '../session/use-has-permission.ts'
import { PromiseDialog } from './promise-dialog.tsx'
import { PromiseRows } from './promise-rows.tsx'
import classes from './promises.module.css'

/** Promises that refer to a flag, and the flag’s own examples. */
export function FlagPromises({ project, flag }: { project: string; flag: string }): ReactNode {
  const promises = trpc.promises.list.useQuery({ project, flag })
  const environments = trpc.environments.list.useQuery({ project }).data ?? []
  const editable = useHasPermission(project, 'flag.edit')
  const [adding, setAdding] = useState(false)
  return (
    <>
      <Loaded
        query={promises}
        what="the promises"
        loading={<Skeleton h={40} />}
        isEmpty={(list) => list.length === 0}
        empty={<p className={classes['examples']}>None yet.</p>}
      >
        {(list) => <PromiseRows project={project} promises={list} environments={environments} />}
      </Loaded>
      {editable ? (
        <p>
          <Button variant="default" onClick={() => setAdding(true)}>
            Add example
          </Button>
        </p>
      ) : null}
      {adding ? (
        <PromiseDialog
          project={project}
          promise={null}
          flag={flag}
          begin={{ sentence: `{"targetingKey":"anna"} gets ${flag} on`, environments: [] }}
          onClose={() => setAdding(false)}
        />
      ) : null}
    </>
  )
}
