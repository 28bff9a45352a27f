import { Button, NativeSelect, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { GroupRole } from '../../../../../shared/features/access/schemas/identity-provider.ts'
import { MemberRole } from '../../../../../shared/features/members/schemas/member.ts'
import type { Project } from '../../../../../shared/features/projects/schemas/project.ts'
import classes from './sso.module.css'

const wholeFanion = ''

/** Maps identity provider groups to roles: instance owner, or a role in a project. */
export function GroupRoles(props: {
  value: readonly GroupRole[]
  projects: readonly Project[]
  onChange: (value: GroupRole[]) => void
}): ReactNode {
  const { value, projects, onChange } = props
  const put = (at: number, next: GroupRole) => onChange(value.map((one, index) => (index === at ? next : one)))
  const [first] = projects
  const blank: GroupRole = first
    ? { group: '', project: first.key, role: 'viewer' }
    : { group: '', instance: 'owner' as const }
  return (
    <fieldset className={classes['groups']}>
      <legend>Provider groups</legend>
      <p>
        Membership is updated from these groups at every sign-in. Anyone who leaves a group loses the access it gave.
      </p>
      {value.map((row, at) => (
        // Rows have no id, and are only added at the end
        // oxlint-disable-next-line react/no-array-index-key
        <div key={at} className={classes['line']}>
          <TextInput
            label={`Group ${at + 1}`}
            placeholder="developers"
            autoComplete="off"
            value={row.group}
            onChange={(event) => put(at, { ...row, group: event.currentTarget.value })}
          />
          <NativeSelect
            label="access to"
            aria-label={`Group ${at + 1}, access to`}
            data={[
              { value: wholeFanion, label: 'the whole instance' },
              ...projects.map(({ key, name }) => ({ value: key, label: name })),
            ]}
            value={'project' in row ? row.project : wholeFanion}
            onChange={(event) => {
              const project = event.currentTarget.value
              const { group } = row
              put(at, project === wholeFanion ? { group, instance: 'owner' } : { group, project, role: 'viewer' })
            }}
          />
          <NativeSelect
            label="role"
            aria-label={`Group ${at + 1}, role`}
            data={'project' in row ? [...MemberRole.options] : ['owner']}
            value={'project' in row ? row.role : 'owner'}
            onChange={(event) => {
              if ('project' in row) put(at, { ...row, role: MemberRole.parse(event.currentTarget.value) })
            }}
          />
          <Button
            variant="default"
            aria-label={`Remove group ${at + 1}`}
            onClick={() => onChange(value.filter((_, index) => index !== at))}
          >
            Remove
          </Button>
        </div>
      ))}
      <Button variant="default" onClick={() => onChange([...value, blank])}>
        Add group
      </Button>
    </fieldset>
  )
}
