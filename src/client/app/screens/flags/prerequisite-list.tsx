import { ActionIcon, MultiSelect, Select } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { limits } from '../../../../shared/limits.ts'
import type { FlagDocument } from '../../../../shared/schemas/flag.ts'
import classes from './variant-values.module.css'

/** A flag that another may require: its key and its variants. */
export type Requirable = { key: string; variants: readonly string[] }

/** The flags that must answer as said before this one is on for somebody; otherwise they get what everyone gets while off. */
export function PrerequisiteList(props: {
  document: FlagDocument
  flags: readonly Requirable[]
  onChange: (document: FlagDocument) => void
}): ReactNode {
  const { document, flags, onChange } = props
  const { prerequisites } = document
  const set = (next: FlagDocument['prerequisites']) => onChange({ ...document, prerequisites: next })
  const free = flags.filter(({ key }) => key !== document.key && !prerequisites.some(({ flag }) => flag === key))
  return (
    <div className={classes['variants']}>
      <h3 className={classes['title']}>Prerequisites</h3>
      <ul className={classes['list']}>
        {prerequisites.map(({ flag, variants }) => (
          <li key={flag}>
            <span className={classes['flag']}>
              flag <strong>{flag}</strong> is
            </span>
            <MultiSelect
              aria-label={`Variants of ${flag}`}
              className={classes['value']}
              data={[...new Set([...(flags.find(({ key }) => key === flag)?.variants ?? []), ...variants])]}
              value={variants}
              onChange={(chosen) => {
                if (chosen.length > 0)
                  set(prerequisites.map((one) => (one.flag === flag ? { flag, variants: chosen } : one)))
              }}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={32}
              aria-label={`Remove prerequisite ${flag}`}
              onClick={() => set(prerequisites.filter((one) => one.flag !== flag))}
            >
              <IconX size={16} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {prerequisites.length >= limits.prerequisitesPerFlag || free.length === 0 ? null : (
        <Select
          aria-label="Add a prerequisite"
          placeholder="Add a prerequisite"
          className={classes['off']}
          data={free.map(({ key }) => key)}
          limit={50}
          value={null}
          searchable
          onChange={(key) => {
            const [first] = flags.find((flag) => flag.key === key)?.variants ?? []
            if (key !== null && first !== undefined) set([...prerequisites, { flag: key, variants: [first] }])
          }}
        />
      )}
    </div>
  )
}
