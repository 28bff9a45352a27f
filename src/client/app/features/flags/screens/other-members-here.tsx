import type { ReactNode } from 'react'
import type { Environment } from '../../../../../shared/features/projects/schemas/project.ts'
import { initials } from '../../../components/initials.ts'
import classes from './other-members-here.module.css'
import { useEditedEnvironment } from './targeting/use-edited-environment.ts'
import { usePresence } from './use-presence.ts'

/** Maximum number of avatars. The others are counted. */
const mostShown = 4

/** Members who have this flag open, and the environment that each is editing. */
export function OtherMembersHere(props: {
  project: string
  flag: string
  environments: readonly Environment[]
}): ReactNode {
  const { project, flag, environments } = props
  const others = usePresence(project, flag, useEditedEnvironment(project, flag, environments))
  const nameOf = (key: string) => environments.find((one) => one.key === key)?.name ?? key
  const editors = others.filter(({ editing }) => editing !== null)
  const more = others.slice(mostShown)
  return (
    <div className={classes['here']} role="status" aria-label="Also viewing">
      {others.length === 0 ? null : (
        <ul className={classes['faces']}>
          {others.slice(0, mostShown).map(({ id, name, editing }) => (
            <li key={id} className={classes['face']} title={name} data-editing={editing !== null || undefined}>
              <span aria-hidden>{initials(name)}</span>
              <span className="visually-hidden">{name} is viewing this flag</span>
            </li>
          ))}
          {more.length === 0 ? null : (
            <li className={classes['face']} title={more.map(({ name }) => name).join(', ')}>
              +{more.length}
            </li>
          )}
        </ul>
      )}
      {editors.map(({ id, name, editing }) => (
        <span key={id} className={classes['editing']}>
          {name} is editing {nameOf(editing ?? '')}
        </span>
      ))}
    </div>
  )
}
