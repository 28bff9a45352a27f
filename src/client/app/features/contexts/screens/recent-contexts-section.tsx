import { Button, Skeleton } from '@mantine/core'
import { IconEyeOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Attribute } from '../../../../../shared/features/attributes/schemas/attribute.ts'
import type { Environment } from '../../../../../shared/features/projects/schemas/project.ts'
import type { RecentContexts } from '../../../../../shared/features/usage/schemas/telemetry.ts'
import { literal } from '../../../../../shared/text/rules/literal.ts'
import { counted } from '../../../../../shared/text/rules/percent.ts'
import { SettingsSection } from '../../../components/settings-section.tsx'
import { StatePanel } from '../../../components/state-panel.tsx'
import { Table } from '../../../components/table.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import { trpc } from '../../../trpc.ts'
import { EnvironmentTabs } from '../../environments/environment-tabs.tsx'
import { Loaded } from '../../loading/loaded.tsx'
import { knownAttributes } from '../../targeting/known-attributes.ts'
import { isContext, writeContext } from '../../targeting/read-context.ts'
import { attributeTypeOf } from './attribute-type-of.ts'
import classes from './contexts.module.css'

const looked = 1_000
const listed = 25

/** Recent contexts of an environment that stores them, and their undeclared attributes. */
export function RecentContextsSection(props: {
  project: string
  environments: readonly Environment[]
  chosen: string | undefined
  declared: readonly Attribute[]
  editable: boolean
  onDeclare: (attribute: Pick<Attribute, 'name' | 'type'>) => void
}): ReactNode {
  const { project, environments, declared, editable, onDeclare } = props
  const environment = environments.find(({ key }) => key === props.chosen) ?? environments[0]
  const query = trpc.contexts.recent.useQuery(
    { project, environment: environment?.key ?? '', most: looked },
    { enabled: environment !== undefined },
  )
  if (environment === undefined) return null
  const lead =
    'Where an environment asks for it, applications send a small, even sample of the contexts they evaluate. Attributes marked as personal data never leave the application, and marking one deletes what was stored. Nothing is kept for longer than a day.'
  return (
    <SettingsSection title="Recently seen" lead={lead}>
      <EnvironmentTabs environments={environments} chosen={environment.key} />
      <Loaded
        query={query}
        what="contexts"
        loading={<Skeleton h={160} />}
        isEmpty={({ contexts }) => contexts.length === 0}
        empty={
          query.data?.sampling === false ? (
            <StatePanel
              icon={IconEyeOff}
              title={`${environment.name} isn’t sampling contexts`}
              actions={
                <Button
                  variant="default"
                  renderRoot={(root) => <Link {...root} to="/p/$project/settings/environments" params={{ project }} />}
                >
                  Open settings
                </Button>
              }
            >
              An admin can turn on “Sample contexts” there. You’ll then see who each publish affects, how many contexts
              each rule serves, and value suggestions as you type.
            </StatePanel>
          ) : (
            <StatePanel icon={IconEyeOff} title="No contexts seen yet">
              Applications send some with their next report, within a minute of evaluating a flag.
            </StatePanel>
          )
        }
      >
        {({ contexts }) => (
          <div className={classes['box']}>
            <Undeclared contexts={contexts} declared={declared} editable={editable} onDeclare={onDeclare} />
            <Recent project={project} environment={environment.key} contexts={contexts} />
          </div>
        )}
      </Loaded>
    </SettingsSection>
  )
}

function Undeclared(props: {
  contexts: RecentContexts['contexts']
  declared: readonly Attribute[]
  editable: boolean
  onDeclare: (attribute: Pick<Attribute, 'name' | 'type'>) => void
}): ReactNode {
  const { contexts, declared, editable, onDeclare } = props
  const known = knownAttributes(
    declared,
    contexts.map(({ context }) => context),
  ).filter((one) => !one.declared && one.name !== 'targetingKey')
  if (known.length === 0) return null
  return (
    <Table label="Seen but not declared" columns={['Seen but not declared', 'Values, most common first']}>
      {known.map(({ name, values }) => (
        <tr key={name}>
          <th scope="row">
            <code>{name}</code>
          </th>
          <td>
            {values
              .slice(0, 5)
              .map(({ value }) => literal(value))
              .join(', ')}
            {values.length > 5 ? `, ${counted(values.length - 5, 'more', 'more')}` : null}
          </td>
          <td>
            {editable ? (
              <Button
                variant="subtle"
                size="compact-sm"
                aria-label={`Declare ${name}`}
                onClick={() => onDeclare({ name, type: attributeTypeOf(values.map(({ value }) => value)) })}
              >
                Declare
              </Button>
            ) : null}
          </td>
        </tr>
      ))}
    </Table>
  )
}

/** The most recent contexts, with links to the playground. */
function Recent(props: { project: string; environment: string; contexts: RecentContexts['contexts'] }): ReactNode {
  const { project, environment, contexts } = props
  const last = contexts
    .slice(0, listed)
    .flatMap(({ context, seenAt }) => (isContext(context) ? [{ context, seenAt }] : []))
  return (
    <>
      <p className={classes['count']} role="status">
        {contexts.length >= looked ? `Showing the last ${listed} of more than ${counted(looked, 'context')}` : null}
        {contexts.length < looked && contexts.length > listed
          ? `Showing the last ${listed} of ${counted(contexts.length, 'context')}`
          : null}
        {contexts.length <= listed ? counted(contexts.length, 'context') : null}
      </p>
      <ul className={classes['recent']}>
        {last.map(({ context, seenAt }) => {
          const words = writeContext(context)
          return (
            <li key={words}>
              <Link to="/p/$project/playground" params={{ project }} search={{ env: environment, who: words }}>
                {words}
              </Link>
              <span className={classes['when']}>
                <TimeText instant={seenAt} />
              </span>
            </li>
          )
        })}
      </ul>
    </>
  )
}
