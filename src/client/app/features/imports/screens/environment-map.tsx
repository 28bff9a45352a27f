import { Select } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { ImportSource } from '../../../../../shared/features/imports/schemas/import.ts'
import { refusalOf } from '../../../../api/refusal.ts'
import { FormError } from '../../../components/form-error.tsx'
import { trpc } from '../../../trpc.ts'
import classes from './imports.module.css'

const leftOut = ''

/** Maps environments of the other system to those of the project. */
export function EnvironmentMap({ project, source }: { project: string; source: ImportSource }): ReactNode {
  const { run } = source
  const environments = trpc.environments.list.useQuery({ project }).data ?? []
  const utils = trpc.useUtils()
  const map = trpc.imports.map.useMutation({ onSuccess: () => utils.imports.invalidate() })
  const choicesFor = (theirs: string) => {
    const chosen = run.mapping[theirs]
    const fresh = chosen !== null && chosen !== undefined && run.fresh.includes(chosen) ? chosen : null
    return [
      ...environments.map(({ key, name }) => ({ value: key, label: name })),
      ...(fresh === null ? [] : [{ value: fresh, label: `New: ${fresh}` }]),
      { value: leftOut, label: 'Leave out' },
    ]
  }
  return (
    <section className={classes['map']} aria-label="Environments">
      {(run.summary?.environments ?? []).map(({ name }) => (
        <div key={name} className={classes['pair']}>
          <span className={classes['theirs']}>{name}</span>
          <IconArrowRight size={14} aria-hidden />
          <Select
            aria-label={`${name} goes to`}
            size="xs"
            allowDeselect={false}
            data={choicesFor(name)}
            value={run.mapping[name] ?? leftOut}
            disabled={map.isPending}
            onChange={(value) => {
              const ours = value === leftOut ? null : value
              // Each environment takes one source. A previous source of it is left out.
              const others = Object.fromEntries(
                Object.entries(run.mapping).map(([theirs, key]) => [theirs, key === ours ? null : key]),
              )
              map.mutate({ project, source: source.number, run: run.number, mapping: { ...others, [name]: ours } })
            }}
          />
        </div>
      ))}
      <FormError refusal={map.error ? refusalOf(map.error) : null} fields={[]} />
    </section>
  )
}
