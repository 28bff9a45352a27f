import { ActionIcon, Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { UnknownFlag } from '../../../../../../shared/features/builds/schemas/build.ts'
import { allows, type Role } from '../../../../../../shared/permissions.ts'
import { counted } from '../../../../../../shared/text/rules/percent.ts'
import { refusalOf } from '../../../../../api/refusal.ts'
import { done, failed } from '../../../../components/toast.tsx'
import { trpc } from '../../../../trpc.ts'
import classes from './unknown-flags.module.css'

/** Flags that live builds ask for but the project lacks. Empty if there are none. */
export function UnknownFlags(props: {
  project: string
  unknown: readonly UnknownFlag[]
  role: Role | undefined
}): ReactNode {
  const { project, unknown, role } = props
  const utils = trpc.useUtils()
  const [open, setOpen] = useState(false)
  const refresh = () => utils.builds.unknown.invalidate({ project })
  const { mutateAsync: send } = trpc.builds.dismissUnknown.useMutation({ onSettled: refresh })
  const set = (flag: string, dismissed: boolean) =>
    send({ project, flag, dismissed }).then(
      () => {
        if (dismissed) done(`Dismissed ${flag}`, { undo: () => void set(flag, false) })
      },
      (error: unknown) => failed(`Couldn’t dismiss ${flag}`, refusalOf(error)),
    )
  const [first, ...rest] = unknown
  if (first === undefined) return null
  const shown = open ? unknown : [first]
  return (
    <section className={classes['box']} aria-label="Flags that builds ask for">
      <ul>
        {shown.map(({ declared: { key }, builds, more }) => (
          <li key={key}>
            <span className={classes['words']}>
              {requestingBuildsText({ builds, more })} <code>{key}</code>, which isn’t here
            </span>
            {role !== undefined && allows(role, 'flag.edit') ? (
              <Link
                to="/p/$project/flags"
                params={{ project }}
                search={(old) => ({ ...old, new: true, like: key })}
                aria-label={`Create ${key}`}
              >
                Create
              </Link>
            ) : null}
            <ActionIcon
              variant="subtle"
              color="gray"
              size={24}
              aria-label={`Dismiss ${key}`}
              onClick={() => void set(key, true)}
            >
              <IconX size={14} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {rest.length === 0 ? null : (
        <Button variant="subtle" size="compact-xs" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Show fewer' : `Show ${rest.length} more`}
        </Button>
      )}
    </section>
  )
}

/** `shop-web 2.4 asks for`, or the number of builds. */
const requestingBuildsText = ({ builds, more }: Pick<UnknownFlag, 'builds' | 'more'>): string => {
  const names = [...new Set(builds.map(({ name, version }) => `${name} ${version}`))]
  const [first = ''] = names
  const others = names.length - 1 + more
  return others === 0 ? `${first} asks for` : `${first} and ${counted(others, 'more build')} ask for`
}
