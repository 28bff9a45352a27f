import { SegmentedControl, TextInput } from '@mantine/core'
import { IconFlag } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { Environment } from '../../../../../shared/features/projects/schemas/project.ts'
import tabs from '../../../components/link-tabs.module.css'
import { PageHead } from '../../../components/page-head.tsx'
import { trpc } from '../../../trpc.ts'
import { EnvironmentMark } from '../../environments/environment-mark.tsx'
import { type HistoryRange, type HistorySearch, historyRanges } from './history-search.ts'

const rangeNames: Record<HistoryRange, string> = { day: '24 hours', week: '7 days', month: '30 days' }
const suggested = 50

export function HistoryHead(props: {
  project: string
  environments: readonly Environment[]
  search: HistorySearch
}): ReactNode {
  const { project, environments, search } = props
  const navigate = useNavigate()
  const [typed, setTyped] = useState(search.flag ?? '')
  const [seen, setSeen] = useState(search.flag)
  if (seen !== search.flag) {
    setSeen(search.flag)
    setTyped(search.flag ?? '')
  }
  const flags = trpc.flags.keys.useQuery({ project }).data ?? []
  const narrowed = { v: undefined, vs: undefined, of: undefined, before: undefined, page: undefined }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void navigate({ to: '.', search: (old) => ({ ...old, ...narrowed, flag: typed.trim() || undefined }) })
  }
  const part = typed.trim().toLowerCase()
  return (
    <PageHead
      actions={
        <SegmentedControl
          aria-label="How far back"
          size="xs"
          data={historyRanges.map((value) => ({ value, label: rangeNames[value] }))}
          value={search.range ?? 'week'}
          onChange={(value) =>
            void navigate({
              to: '.',
              search: (old) => ({ ...old, range: value === 'week' ? undefined : value }),
              replace: true,
            })
          }
        />
      }
    >
      <nav className={tabs['tabs']} aria-label="Environment">
        <Link
          to="."
          search={(old) => ({ ...old, ...narrowed, env: undefined })}
          aria-current={search.env === undefined ? 'page' : undefined}
        >
          All environments
        </Link>
        {environments.map((environment) => (
          <Link
            key={environment.key}
            to="."
            search={(old) => ({ ...old, ...narrowed, env: environment.key })}
            aria-current={environment.key === search.env ? 'page' : undefined}
          >
            <EnvironmentMark environment={{ ...environment, protected: false }} />
          </Link>
        ))}
      </nav>
      <form onSubmit={submit}>
        <TextInput
          aria-label="Only one flag"
          placeholder="All flags"
          leftSection={<IconFlag size={15} />}
          list="history-flags"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onBlur={submit}
        />
        <datalist id="history-flags">
          {flags
            .filter(({ key }) => key.toLowerCase().includes(part))
            .slice(0, suggested)
            .map(({ key, name }) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
        </datalist>
      </form>
    </PageHead>
  )
}
