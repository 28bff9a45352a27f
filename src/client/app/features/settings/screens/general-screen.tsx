import { Button, Checkbox, Select, Skeleton, Textarea, TextInput } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Dialect, EditProjectInput, type Project } from '../../../../../shared/features/projects/schemas/project.ts'
import { limits } from '../../../../../shared/limits.ts'
import { allows } from '../../../../../shared/permissions.ts'
import { refusalOf } from '../../../../api/refusal.ts'
import { FormError } from '../../../components/form-error.tsx'
import { SettingsPage, SettingsSection } from '../../../components/settings-section.tsx'
import { done } from '../../../components/toast.tsx'
import { useProblems } from '../../../components/use-problems.ts'
import { trpc } from '../../../trpc.ts'
import { Loaded } from '../../loading/loaded.tsx'
import { PermissionNotice } from '../../session/permission-notice.tsx'
import classes from './settings.module.css'

const route = getRouteApi('/in/p/$project/settings/general')

/** Edits the project’s name and the rules for new flag keys. */
export function GeneralScreen(): ReactNode {
  const { project: key } = route.useParams()
  const project = trpc.projects.get.useQuery({ project: key })
  return (
    <SettingsPage>
      <SettingsSection title="General">
        <PermissionNotice project={key} permission="project.edit" />
        <Loaded
          query={project}
          what="the project"
          loading={<Skeleton h={240} maw={480} />}
          isEmpty={() => false}
          empty={null}
        >
          {(found) => <ProjectForm key={found.key} project={found} />}
        </Loaded>
      </SettingsSection>
    </SettingsPage>
  )
}

function ProjectForm({ project }: { project: Project }): ReactNode {
  const settings = {
    name: project.name,
    description: project.description,
    flagKeyPattern: project.flagKeyPattern ?? '',
    dialect: project.dialect,
    protectReaders: project.protectReaders,
  }
  const [value, setValue] = useState(settings)
  const utils = trpc.useUtils()
  const edit = trpc.projects.edit.useMutation({
    onSuccess: async ({ name }) => {
      await utils.projects.invalidate()
      done(`Saved ${name}`)
    },
  })
  const refusal = edit.error ? refusalOf(edit.error) : null
  const problems = useProblems(refusal)
  const changed = JSON.stringify(value) !== JSON.stringify(settings)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const input = { project: project.key, ...value, flagKeyPattern: value.flagKeyPattern.trim() || null }
    if (problems.fits(EditProjectInput, input)) edit.mutate(input)
  }
  return (
    <form onSubmit={submit} noValidate>
      <fieldset className={classes['fields']} disabled={!allows(project.role, 'project.edit')}>
        <TextInput
          label="Name"
          maxLength={limits.nameLength}
          autoComplete="off"
          value={value.name}
          onChange={(event) => setValue({ ...value, name: event.currentTarget.value })}
          error={problems.at('name')}
        />
        <TextInput
          label="Key"
          description="Used in code and links. It can’t be changed."
          value={project.key}
          readOnly
        />
        <Textarea
          label="Description"
          autosize
          minRows={2}
          maxRows={8}
          maxLength={limits.descriptionLength}
          value={value.description}
          onChange={(event) => setValue({ ...value, description: event.currentTarget.value })}
          error={problems.at('description')}
        />
        <TextInput
          label="Flag key pattern"
          description="A regular expression the whole key must match. Leave empty to allow any key. Existing flags keep their keys."
          placeholder="(web|app)-[a-z0-9-]+"
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          autoComplete="off"
          spellCheck={false}
          maxLength={limits.nameLength}
          value={value.flagKeyPattern}
          onChange={(event) => setValue({ ...value, flagKeyPattern: event.currentTarget.value })}
          error={problems.at('flagKeyPattern')}
        />
        <Select
          label="Hash of new splits"
          description="The portable hash can be computed by flagd’s SDKs, so they can evaluate new splits. Existing splits keep their hash."
          data={[
            { value: 'native', label: 'Fanion’s own' },
            { value: 'portable', label: 'Portable' },
          ]}
          value={value.dialect}
          onChange={(chosen) => setValue({ ...value, dialect: Dialect.parse(chosen) })}
          allowDeselect={false}
        />
        <Checkbox
          label="Protect other systems’ SDKs"
          description="Holds a publish back if Unleash, LaunchDarkly, flagd or GrowthBook SDKs that read the environment would lose a flag."
          checked={value.protectReaders}
          onChange={(event) => setValue({ ...value, protectReaders: event.currentTarget.checked })}
        />
        <FormError refusal={refusal} fields={['name', 'description', 'flagKeyPattern']} />
        <div>
          <Button type="submit" loading={edit.isPending} disabled={!changed}>
            Save
          </Button>
        </div>
      </fieldset>
    </form>
  )
}
