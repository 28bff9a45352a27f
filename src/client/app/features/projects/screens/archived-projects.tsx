import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { refusalOf } from '../../../../api/refusal.ts'
import { done, failed } from '../../../components/toast.tsx'
import { trpc } from '../../../trpc.ts'
import classes from './projects-screen.module.css'

/** Archived projects, which an owner can restore. Empty if there are none. */
export function ArchivedProjects(): ReactNode {
  const archived = trpc.projects.listArchived.useQuery().data ?? []
  const utils = trpc.useUtils()
  const restore = trpc.projects.restore.useMutation({
    onSuccess: async ({ name }) => {
      await utils.projects.invalidate()
      done(`Restored ${name}`)
    },
    onError: (error, { key }) => failed(`Couldn’t restore ${key}`, refusalOf(error)),
  })
  if (archived.length === 0) return null
  return (
    <section aria-labelledby="archived-projects">
      <h2 id="archived-projects" className={classes['archived']}>
        Archived
      </h2>
      <ul className={classes['list']}>
        {archived.map(({ key, name }) => (
          <li key={key} className={classes['project']}>
            <span className={classes['name']}>{name}</span>
            <code>{key}</code>
            <span className={classes['role']}>
              <Button size="compact-sm" variant="default" onClick={() => restore.mutate({ key })}>
                Restore {name}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
