import { Skeleton, TextInput } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { trpc } from '../../trpc.ts'
import { EnvironmentTabs } from '../../ui/environment-tabs.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { StatePanel } from '../../ui/state-panel.tsx'
import { Answers } from './answers.tsx'
import classes from './playground.module.css'
import { readContext } from './read-context.ts'

const route = getRouteApi('/in/p/$project/playground')
const example = 'user-42 country=NO plan=pro'

/** What every flag answers for someone, and why: the environment's own documents, evaluated here in the browser. */
export function PlaygroundScreen(): ReactNode {
  const { project } = route.useParams()
  const { env, who = '', at, flag } = route.useSearch()
  const navigate = route.useNavigate()
  const [openedAt] = useState(() => Date.now())
  const environments = trpc.environments.list.useQuery({ project })
  const chosen = environments.data?.find((one) => one.key === env) ?? environments.data?.[0]
  const datafile = trpc.history.asOf.useQuery(
    { project, environment: chosen?.key ?? '', ...(at === undefined ? {} : { at }) },
    { enabled: chosen !== undefined },
  )
  const asked = readContext(useDeferredValue(who))
  return (
    <div className={classes['page']}>
      <div className={classes['ask']}>
        <TextInput
          label="A user id, an email, attributes, or a context as JSON"
          placeholder={example}
          autoFocus
          spellCheck={false}
          autoComplete="off"
          value={who}
          onChange={(event) => {
            const typed = event.currentTarget.value
            void navigate({ search: (old) => ({ ...old, who: typed || undefined }), replace: true })
          }}
          error={'problem' in asked ? asked.problem : null}
        />
        <EnvironmentTabs environments={environments.data ?? []} chosen={chosen?.key} />
        <TextInput
          label="As it was at"
          type="datetime-local"
          value={at === undefined ? '' : localTime(at)}
          onChange={(event) => {
            const instant = event.currentTarget.value
            void navigate({
              search: (old) => ({ ...old, at: instant === '' ? undefined : new Date(instant).toISOString() }),
            })
          }}
        />
      </div>
      <Loaded
        query={datafile}
        what="The environment"
        loading={<Skeleton h={320} />}
        isEmpty={(data) => Object.keys(data.flags).length === 0}
        empty={
          <StatePanel icon={IconPlayerPlay} title="Nothing to ask">
            This environment has no flag{at === undefined ? ' yet' : ' at that moment'}.
          </StatePanel>
        }
      >
        {(data) =>
          'context' in asked ? (
            <Answers
              datafile={data}
              context={asked.context}
              nowMs={at === undefined ? openedAt : Date.parse(at)}
              opened={flag}
              onOpen={(key) => void navigate({ search: (old) => ({ ...old, flag: key }) })}
            />
          ) : null
        }
      </Loaded>
    </div>
  )
}

/** An instant in the form of a `datetime-local` field: the reader's zone, to the minute. */
const localTime = (instant: string): string => {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return ''
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
