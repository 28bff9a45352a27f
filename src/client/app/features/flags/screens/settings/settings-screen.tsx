import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { allows, permissions } from '../../../../../../shared/permissions.ts'
import { SettingsPage, SettingsSection } from '../../../../components/settings-section.tsx'
import { trpc } from '../../../../trpc.ts'
import { DependentsList } from '../../../around/dependents-list.tsx'
import { EnvironmentMark } from '../../../environments/environment-mark.tsx'
import { FlagPromises } from '../../../promises/flag-promises.tsx'
import { BuildReadersDialog } from './build-readers-dialog.tsx'
import { FlagDetailsForm } from './flag-details-form.tsx'
import classes from './settings-screen.module.css'
import { useArchive } from './use-archive.ts'
import { guardedIn, useRemoval } from './use-removal.ts'

const route = getRouteApi('/in/p/$project/flags/$flag/settings')

/** Settings of a flag: metadata, variants, dependencies by environment, archiving and deletion. */
export function SettingsScreen(): ReactNode {
  const { project, flag } = route.useParams()
  const page = trpc.flags.get.useQuery({ project, flag }).data
  const requiredBy = trpc.flags.requiredBy.useQuery({ project, flag }).data
  const hanging = trpc.graph.hanging.useQuery({ project, focus: { kind: 'flag', key: flag } }).data ?? []
  const role = trpc.projects.get.useQuery({ project }).data?.role
  const { archive, restore, readers, forget } = useArchive(project)
  const proposeRemoval = useRemoval(project)
  if (page === undefined) return null
  const mayEdit = role !== undefined && allows(role, 'flag.edit')
  const archived = page.flag.archivedAt !== null
  const required = (requiredBy ?? []).length > 0
  const guarded = archived ? [] : guardedIn(page)
  const here = page.environments.filter(({ key }) => page.heads[key] !== undefined)
  return (
    <SettingsPage>
      <SettingsSection title="Details" lead="Shown only to people. Applications see just the key and values.">
        {mayEdit && !archived ? (
          <FlagDetailsForm key={flag} project={project} flag={page.flag} schema={page.schema} />
        ) : (
          <p className={classes['words']}>
            {archived
              ? 'Archived flags can’t be edited.'
              : `Editing this requires the ${permissions['flag.edit']} role or higher.`}
          </p>
        )}
      </SettingsSection>
      <SettingsSection
        title="Variants"
        lead="Each environment has its own values, so you can try a new one safely first. Edit them as a draft on the Targeting tab."
      >
        <ul className={classes['environments']}>
          {here.map((environment) => (
            <li key={environment.key}>
              <Link to="/p/$project/flags/$flag" params={{ project, flag }} search={{ env: environment.key }}>
                <EnvironmentMark environment={environment} />
              </Link>
              <dl>
                {Object.entries(page.heads[environment.key]?.document.variants ?? {}).map(([key, value]) => (
                  <div key={key}>
                    <dt>{key}</dt>
                    <dd>{JSON.stringify(value)}</dd>
                  </div>
                ))}
              </dl>
            </li>
          ))}
        </ul>
      </SettingsSection>
      <SettingsSection title="Prerequisites">
        <p className={classes['words']}>
          Requires:{' '}
          <Keys project={project} keys={requiredIn(here.flatMap(({ key }) => page.heads[key]?.document ?? []))} />
        </p>
        <p className={classes['words']}>
          Required by: <Keys project={project} keys={requiredBy ?? []} />
        </p>
      </SettingsSection>
      {archived ? null : (
        <SettingsSection
          title="Promises and examples"
          lead="A publish that would break one is refused, with an example of who it would break it for."
        >
          <FlagPromises project={project} flag={flag} />
        </SettingsSection>
      )}
      <SettingsSection
        title={archived ? 'Restore' : 'Archive'}
        lead={
          archived
            ? 'It returns to every environment as it was, turned off.'
            : 'The flag is no longer served, and applications get their default in code. You can restore it later.'
        }
      >
        <Button
          variant="default"
          disabled={!mayEdit || (!archived && required)}
          onClick={() => void (archived ? restore(flag) : archive(flag))}
        >
          {archived ? `Restore ${flag}` : `Archive ${flag}`}
        </Button>
        {readers === null ? null : (
          <BuildReadersDialog
            readers={readers}
            onArchive={(key, reason) => void archive(key, reason)}
            onClose={forget}
          />
        )}
        {!archived && required ? (
          <>
            <p className={classes['words']}>Flags, segments or promises depend on it. Change these first:</p>
            <DependentsList project={project} hanging={hanging} />
          </>
        ) : null}
        {mayEdit && !required && guarded.length > 0 ? (
          <>
            <p className={classes['words']}>
              Applications still get values from it in {guarded.map(({ name }) => name).join(', ')}, where a change
              needs approval. Propose removing it there first, then archive it.
            </p>
            <Button variant="default" onClick={() => void proposeRemoval(page)}>
              Propose removal
            </Button>
          </>
        ) : null}
      </SettingsSection>
    </SettingsPage>
  )
}

const requiredIn = (documents: readonly { prerequisites: readonly { flag: string }[] }[]): string[] => [
  ...new Set(documents.flatMap(({ prerequisites }) => prerequisites.map(({ flag }) => flag))),
]

function Keys({ project, keys }: { project: string; keys: readonly string[] }): ReactNode {
  if (keys.length === 0) return 'none'
  return keys.map((key, i) => (
    <span key={key}>
      {i === 0 ? '' : ', '}
      <Link to="/p/$project/flags/$flag" params={{ project, flag: key }}>
        {key}
      </Link>
    </span>
  ))
}
