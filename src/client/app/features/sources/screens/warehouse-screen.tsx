import { Button, Skeleton } from '@mantine/core'
import { IconDatabase } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Source } from '../../../../../shared/features/sources/schemas/source.ts'
import { refusalOf } from '../../../../api/refusal.ts'
import { SettingsPage, SettingsSection } from '../../../components/settings-section.tsx'
import { StatePanel } from '../../../components/state-panel.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import { done, failed } from '../../../components/toast.tsx'
import { TypedConfirm } from '../../../components/typed-confirm.tsx'
import { trpc } from '../../../trpc.ts'
import { Loaded } from '../../loading/loaded.tsx'
import { PermissionNotice } from '../../session/permission-notice.tsx'
import { useHasPermission } from '../../session/use-has-permission.ts'
import { ConnectionForm } from './connection-form.tsx'
import { FactForm } from './fact-form.tsx'
import { FactPart } from './fact-part.tsx'
import { kindNames, placeText, spentText } from './fact-words.ts'
import classes from './facts.module.css'

const route = getRouteApi('/in/p/$project/metrics/sources/$source')

/** Poll interval in milliseconds. */
const everyMs = 5_000

/** One warehouse: its state, queries and reads. */
export function WarehouseScreen(): ReactNode {
  const { project, source: key } = route.useParams()
  const sources = trpc.sources.list.useQuery({ project }, { refetchInterval: everyMs })
  return (
    <Loaded
      query={sources}
      what="the source"
      loading={<Skeleton h={240} m={24} w="auto" />}
      isEmpty={(list) => !list.some((one) => one.key === key)}
      empty={
        <StatePanel icon={IconDatabase} title="Couldn’t find this source">
          There’s no source {key} in this project.
        </StatePanel>
      }
    >
      {(list) =>
        list
          .filter((one) => one.key === key)
          .map((source) => <Shown key={source.key} project={project} source={source} />)
      }
    </Loaded>
  )
}

function Shown({ project, source }: { project: string; source: Source }): ReactNode {
  const { key, facts } = source
  const editable = useHasPermission(project, 'source.edit')
  const [adding, setAdding] = useState(false)
  return (
    <SettingsPage>
      <SettingsSection title={key} lead={`${kindNames[source.kind]}, ${placeText(source)}, for ${source.environment}.`}>
        <p>
          Saved by {source.by} <TimeText instant={source.at} />. Read today: {spentText(source)}.
        </p>
        {editable ? (
          <Acts project={project} source={source} />
        ) : (
          <PermissionNotice project={project} permission="source.edit" />
        )}
      </SettingsSection>
      <SettingsSection title="Facts" lead="What is read of it: events, and who was given what.">
        {facts.length === 0 && !adding ? (
          <StatePanel
            icon={IconDatabase}
            title="No facts yet"
            actions={editable ? <Button onClick={() => setAdding(true)}>Add fact</Button> : null}
          >
            A fact is a query that gives one event: who, when, and how much. Or the exposures of your experiments: who
            was given what, and when.
          </StatePanel>
        ) : (
          <>
            {facts.map((fact) => (
              <FactPart
                key={fact.event ?? ''}
                project={project}
                source={key}
                fact={fact}
                editable={editable === true}
              />
            ))}
            {editable && !adding && facts.length > 0 ? (
              <p>
                <Button onClick={() => setAdding(true)}>Add fact</Button>
              </p>
            ) : null}
          </>
        )}
        {adding ? (
          <div className={classes['fact']}>
            <h3>New fact</h3>
            <FactForm project={project} source={key} fact={null} onDone={() => setAdding(false)} />
          </div>
        ) : null}
      </SettingsSection>
    </SettingsPage>
  )
}

function Acts({ project, source }: { project: string; source: Source }): ReactNode {
  const { key, facts } = source
  const [mode, setMode] = useState<'read' | 'edit' | 'archive'>('read')
  const navigate = route.useNavigate()
  const utils = trpc.useUtils()
  const check = trpc.sources.check.useMutation({
    onSuccess: ({ ms }) => done(`${key} answers in ${ms} ms, and only reads`),
    onError: (error) => failed(`Couldn’t check ${key}`, refusalOf(error)),
  })
  const archive = trpc.sources.archive.useMutation({
    onSuccess: async () => {
      await navigate({ to: '/p/$project/metrics/sources', params: { project } })
      await utils.sources.invalidate()
      done(`Archived ${key}`)
    },
  })
  if (mode === 'edit')
    return (
      <ConnectionForm
        project={project}
        source={source}
        onSaved={() => {
          setMode('read')
          done(`Saved ${key}`)
        }}
        onCancel={() => setMode('read')}
      />
    )
  return (
    <div className={classes['acts']}>
      <Button variant="default" loading={check.isPending} onClick={() => check.mutate({ project, source: key })}>
        Check
      </Button>
      <Button variant="default" onClick={() => setMode('edit')}>
        Edit
      </Button>
      <Button variant="default" onClick={() => setMode('archive')}>
        Archive
      </Button>
      {mode === 'archive' ? (
        <TypedConfirm
          title={`Archive ${key}`}
          name={key}
          act="Archive source"
          busy={archive.isPending}
          refusal={archive.error ? refusalOf(archive.error) : null}
          onClose={() => setMode('read')}
          onConfirm={() => archive.mutate({ project, source: key })}
        >
          Nothing of it is read any more, and its password is deleted. Events that were read stay as long as events are
          kept.
          {facts.length === 0 ? '' : ' Open ramps and experiments that measure by them wait, and decide nothing.'}
        </TypedConfirm>
      ) : null}
    </div>
  )
}
