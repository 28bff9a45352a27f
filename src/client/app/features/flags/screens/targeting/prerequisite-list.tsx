import { ActionIcon, MultiSelect, Select } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { memo, type ReactNode, useState } from 'react'
import { limits } from '../../../../../../shared/limits.ts'
import type { FlagDocument } from '../../../../../../shared/schemas/flag.ts'
import { trpc } from '../../../../trpc.ts'
import classes from './variant-values.module.css'

/** Number of flags to suggest. Typing finds the others. */
const offered = 50

/**
 * Prerequisites: flags that must serve the given variants. Otherwise users get what this flag serves while it is off.
 */
export const PrerequisiteList = memo(function PrerequisiteList(props: {
  project: string
  own: string
  prerequisites: FlagDocument['prerequisites']
  readOnly: boolean
  onChange: (act: (now: FlagDocument) => FlagDocument) => void
}): ReactNode {
  const { project, own, prerequisites, readOnly, onChange } = props
  const set = (next: FlagDocument['prerequisites']) => onChange((now) => ({ ...now, prerequisites: next }))
  const [search, setSearch] = useState('')
  const found = trpc.flags.keys.useQuery(
    { project, query: search, limit: offered + limits.prerequisitesPerFlag + 1 },
    { placeholderData: (before) => before },
  ).data
  const required = trpc.useQueries((t) => prerequisites.map(({ flag }) => t.flags.get({ project, flag })))
  const variantsOf = (key: string) => required.find(({ data }) => data?.flag.key === key)?.data?.flag.variants ?? []
  const free = (found ?? []).filter(({ key }) => key !== own && !prerequisites.some(({ flag }) => flag === key))
  return (
    <div className={classes['variants']}>
      <h3 className={classes['title']}>Prerequisites</h3>
      <ul className={classes['list']}>
        {prerequisites.map(({ flag, variants }) => (
          <li key={flag}>
            <span className={classes['flag']}>
              flag <strong>{flag}</strong> is{readOnly ? ` ${variants.join(' or ')}` : null}
            </span>
            {readOnly ? null : (
              <>
                <MultiSelect
                  aria-label={`Variants of ${flag}`}
                  className={classes['value']}
                  data={[...new Set([...variantsOf(flag), ...variants])]}
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
              </>
            )}
          </li>
        ))}
      </ul>
      {readOnly ||
      prerequisites.length >= limits.prerequisitesPerFlag ||
      (free.length === 0 && search === '') ? null : (
        <Select
          aria-label="Add a prerequisite"
          placeholder="Add a prerequisite"
          className={classes['off']}
          data={free.map(({ key }) => key)}
          limit={offered}
          searchValue={search}
          onSearchChange={setSearch}
          filter={({ options }) => options}
          value={null}
          searchable
          onChange={(key) => {
            const [first] = free.find((flag) => flag.key === key)?.variants ?? []
            if (key !== null && first !== undefined) set([...prerequisites, { flag: key, variants: [first] }])
          }}
        />
      )}
    </div>
  )
})
