import { Skeleton, Textarea, TextInput } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { StatePanel } from '../../../components/state-panel.tsx'
import { TimeBar } from '../../../components/time-bar.tsx'
import { localTime } from '../../../components/time-text.tsx'
import { trpc } from '../../../trpc.ts'
import { EnvironmentTabs } from '../../environments/environment-tabs.tsx'
import { Loaded } from '../../loading/loaded.tsx'
import { readContext, writeContext } from '../../targeting/read-context.ts'
import type { ColumnInput } from './answer.ts'
import { Answers } from './answers.tsx'
import { ColumnPicker, columnText } from './column-picker.tsx'
import { type Column, readColumns, writeColumns } from './columns.ts'
import classes from './playground.module.css'
import { RecentlySeen } from './recently-seen.tsx'
import { useColumnDatafiles } from './use-column-datafiles.ts'

const route = getRouteApi('/in/p/$project/playground')
const example = 'user-42 country=NO plan=pro'

/** Evaluates all flags for a context and explains the results. Runs in the browser on the environments’ datafiles. */
export function PlaygroundScreen(): ReactNode {
  const { project } = route.useParams()
  const { env, who = '', at, flag, columns: named } = route.useSearch()
  const navigate = route.useNavigate()
  const [openedAt] = useState(() => Date.now())
  const environments = trpc.environments.list.useQuery({ project })
  const chosen = environments.data?.find((one) => one.key === env) ?? environments.data?.[0]
  const datafile = trpc.history.asOf.useQuery(
    { project, environment: chosen?.key ?? '', ...(at === undefined ? {} : { at }) },
    { enabled: chosen !== undefined },
  )
  const columns = readColumns(named)
  const others = useColumnDatafiles(project, columns)
  const asked = readContext(useDeferredValue(who))
  const besides = columns.flatMap((column, i): ColumnInput[] => {
    const documents = others[i]
    if (!documents) return []
    return [{ label: columnText(column), datafile: documents, nowMs: momentOf(column.at) ?? openedAt, at: column.at }]
  })
  const keepColumns = (next: readonly Column[]) =>
    void navigate({ search: (old) => ({ ...old, columns: writeColumns(next) }) })
  return (
    <>
      {at === undefined ? null : <TimeBar at={at} what="All flags" />}
      <div className={classes['page']}>
        <div className={classes['ask']}>
          <Textarea
            label="User ID, email, attributes, or a context as JSON"
            placeholder={example}
            autosize
            minRows={1}
            maxRows={14}
            autoFocus
            spellCheck={false}
            onKeyDown={(event) => {
              // Only JSON may have several lines.
              if (event.key === 'Enter' && !event.shiftKey && !who.trim().startsWith('{')) event.preventDefault()
            }}
            autoComplete="off"
            value={who}
            onChange={(event) => {
              const typed = event.currentTarget.value
              void navigate({ search: (old) => ({ ...old, who: typed || undefined }), replace: true })
            }}
            error={'problem' in asked ? asked.problem : null}
          />
          {chosen !== undefined && 'context' in asked ? (
            <RecentlySeen
              project={project}
              environment={chosen.key}
              asked={asked.context}
              onPick={(context) => void navigate({ search: (old) => ({ ...old, who: writeContext(context) }) })}
            />
          ) : null}
          <EnvironmentTabs environments={environments.data ?? []} chosen={chosen?.key} />
          <TextInput
            label="As of"
            type="datetime-local"
            value={at === undefined ? '' : localTime(at)}
            onChange={(event) => {
              const instant = event.currentTarget.value
              void navigate({
                search: (old) => ({ ...old, at: instant === '' ? undefined : new Date(instant).toISOString() }),
              })
            }}
          />
          <ColumnPicker
            environments={environments.data ?? []}
            columns={columns}
            states={others.map((other) => (other === null ? 'failed' : other === undefined ? 'loading' : 'there'))}
            onChange={keepColumns}
          />
        </div>
        <Loaded
          query={datafile}
          what="the environment"
          loading={<Skeleton h={320} />}
          isEmpty={(data) => Object.keys(data.flags).length === 0 && besides.length === 0}
          empty={
            <StatePanel icon={IconPlayerPlay} title="Nothing to evaluate">
              {at === undefined ? 'This environment has no flags yet.' : 'This environment had no flags at that time.'}
            </StatePanel>
          }
        >
          {(data) =>
            'context' in asked ? (
              <Answers
                project={project}
                asked={[
                  {
                    label: columnText({ environment: chosen?.key ?? '', at }),
                    datafile: data,
                    nowMs: momentOf(at) ?? openedAt,
                    at,
                  },
                  ...besides,
                ]}
                context={asked.context}
                opened={flag}
                onOpen={(key) => void navigate({ search: (old) => ({ ...old, flag: key }) })}
                onContext={(context) => void navigate({ search: (old) => ({ ...old, who: writeContext(context) }) })}
              />
            ) : null
          }
        </Loaded>
      </div>
    </>
  )
}

const momentOf = (at: string | undefined): number | undefined => (at === undefined ? undefined : Date.parse(at))
