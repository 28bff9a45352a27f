import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Environment } from '../../../../shared/features/projects/schemas/project.ts'
import type { FlagPromise } from '../../../../shared/features/promises/schemas/promise.ts'
import { refusalOf } from '../../../api/refusal.ts'
import { EditAndRemove } from '../../components/edit-and-remove.tsx'
import { done, failed } from '../../components/toast.tsx'
import { trpc } from '../../trpc.ts'
import { PromiseSentence } from './broken-promises.tsx'
import { PromiseDialog } from './promise-dialog.tsx'
import { PromiseStates } from './promise-states.tsx'
import classes from './promises.module.css'

/** List of promises with their sentence, states, owner and actions. */
export function PromiseRows(props: {
  project: string
  promises: readonly FlagPromise[]
  environments: readonly Environment[]
}): ReactNode {
  const { project, promises, environments } = props
  const can = trpc.members.can.useQuery({ project }).data
  const [edited, setEdited] = useState<FlagPromise | null>(null)
  const utils = trpc.useUtils()
  const restore = trpc.promises.save.useMutation({ onSuccess: () => utils.promises.invalidate() })
  const remove = trpc.promises.remove.useMutation({
    onSuccess: async ({ key, name, sentence, environments: where, force, why, flag }) => {
      await utils.promises.invalidate()
      done(`Removed “${name}”`, {
        undo: () => restore.mutate({ project, key, name, sentence, environments: where, force, why, flag }),
      })
    },
    onError: (error) => failed('Couldn’t remove the promise', refusalOf(error)),
  })
  const mayEdit = ({ environments: where, flag }: FlagPromise) =>
    (where ?? environments.map(({ key }) => key)).every(
      (key) => can?.environments[key]?.[flag === null ? 'promise.edit' : 'flag.edit'].ok === true,
    )
  return (
    <>
      <ul className={classes['list']}>
        {promises.map((promise) => (
          <li key={promise.key} className={classes['row']}>
            <div>
              <p className={classes['sentence']}>
                <PromiseSentence sentence={promise.sentence} />
              </p>
              <p className={classes['by']}>
                {promise.name === promise.sentence.slice(0, promise.name.length) ? null : `${promise.name} · `}
                {promise.flag === null ? null : (
                  <>
                    example of{' '}
                    <Link to="/p/$project/flags/$flag" params={{ project, flag: promise.flag }}>
                      {promise.flag}
                    </Link>{' '}
                    ·{' '}
                  </>
                )}
                {promise.force === 'refuses' ? 'refuses what would break it' : 'only says so'} · {promise.owner.name}
                {promise.why === '' ? null : ` · ${promise.why}`}
              </p>
              <PromiseStates states={promise.states} environments={environments} />
            </div>
            {mayEdit(promise) ? (
              <div>
                <EditAndRemove
                  name={promise.name}
                  onEdit={() => setEdited(promise)}
                  onRemove={() => remove.mutate({ project, key: promise.key })}
                />
              </div>
            ) : null}
          </li>
        ))}
      </ul>
      {edited === null ? null : <PromiseDialog project={project} promise={edited} onClose={() => setEdited(null)} />}
    </>
  )
}
