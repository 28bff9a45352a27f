import { Button, Checkbox, PasswordInput, TagsInput, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import {
  CreateProviderInput,
  type IdentityProvider,
  UpdateProviderInput,
} from '../../../../../shared/features/access/schemas/identity-provider.ts'
import type { Project } from '../../../../../shared/features/projects/schemas/project.ts'
import { limits } from '../../../../../shared/limits.ts'
import type { Refusal } from '../../../../api/refusal.ts'
import { CopyButton } from '../../../components/copy-button.tsx'
import { FormError } from '../../../components/form-error.tsx'
import { keyFromName } from '../../../components/key-from-name.ts'
import { useProblems } from '../../../components/use-problems.ts'
import { GroupRoles } from './group-roles.tsx'
import { IssuerCheck } from './issuer-check.tsx'
import classes from './sso.module.css'

/** All settings of a provider. `clientSecret` is present only if it was entered. */
export type ProviderSettings = Omit<IdentityProvider, 'id' | 'createdAt' | 'redirectUri'> & { clientSecret?: string }

const blank: ProviderSettings = {
  key: '',
  name: '',
  issuer: '',
  clientId: '',
  domains: [],
  groupsClaim: 'groups',
  groupRoles: [],
  createsPeople: true,
  enabled: true,
}

const settingsOf = ({ id: _id, createdAt: _at, redirectUri: _uri, ...settings }: IdentityProvider): ProviderSettings =>
  settings

/** Edits a single sign-on provider: name, issuer, allowed email domains and group roles. */
export function ProviderForm(props: {
  /** Undefined for a new provider. */
  provider: IdentityProvider | undefined
  projects: readonly Project[]
  pending: boolean
  refusal: Refusal | null
  onSubmit: (settings: ProviderSettings) => void
  onCancel: () => void
}): ReactNode {
  const { provider, projects, pending, refusal, onSubmit, onCancel } = props
  const [value, setValue] = useState(provider ? settingsOf(provider) : blank)
  const problems = useProblems(refusal)
  const [secret, setSecret] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const input = { ...value, key: provider?.key ?? keyFromName(value.name, 40) }
    const settings = secret === '' ? input : { ...input, clientSecret: secret }
    if (problems.fits(provider ? UpdateProviderInput : CreateProviderInput, settings)) onSubmit(settings)
  }
  const field = (name: 'name' | 'issuer' | 'clientId' | 'groupsClaim') => ({
    value: value[name],
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) =>
      setValue({ ...value, [name]: event.currentTarget.value }),
    error: problems.at(name),
  })
  const groupProblem = problems.at('groupRoles')
  const redirectUri = provider?.redirectUri ?? `${location.origin}/auth/callback`
  return (
    <form onSubmit={submit} noValidate className={classes['form']}>
      <TextInput label="Name" placeholder="Company account" maxLength={limits.nameLength} {...field('name')} />
      <div className={classes['preview']}>
        On the sign-in page:
        <span className={classes['button']}>Sign in with {value.name || '…'}</span>
      </div>
      <TextInput
        label="Issuer"
        type="url"
        placeholder="https://id.example.com"
        description="The base URL of its OpenID configuration"
        {...field('issuer')}
      />
      <IssuerCheck issuer={value.issuer} />
      <TextInput label="Client ID" {...field('clientId')} />
      <PasswordInput
        label="Client secret"
        autoComplete="off"
        description={provider ? 'Leave empty to keep the current one' : 'Stored encrypted and never shown again'}
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide client secret' }}
        value={secret}
        onChange={(event) => setSecret(event.currentTarget.value)}
        error={problems.at('clientSecret')}
      />
      <div className={classes['line']}>
        <TextInput
          className={classes['grow'] ?? ''}
          label="Redirect URI to register with the provider"
          readOnly
          value={redirectUri}
        />
        <CopyButton text={redirectUri} label="Copy" />
      </div>
      <TagsInput
        label="Domains"
        description="Only email addresses from these domains can use it"
        placeholder={value.domains.length === 0 ? 'example.com' : ''}
        value={value.domains}
        onChange={(domains) => setValue({ ...value, domains })}
        error={problems.at('domains')}
      />
      <TextInput label="Groups claim" {...field('groupsClaim')} />
      <GroupRoles
        value={value.groupRoles}
        projects={projects}
        onChange={(groupRoles) => setValue({ ...value, groupRoles })}
      />
      {groupProblem === undefined ? null : (
        <p className={classes['said']} role="alert">
          Enter a name for every group.
        </p>
      )}
      <Checkbox
        label="Create an account for new people at their first sign-in"
        checked={value.createsPeople}
        onChange={(event) => setValue({ ...value, createsPeople: event.currentTarget.checked })}
      />
      <Checkbox
        label="Shown on the sign-in page"
        checked={value.enabled}
        onChange={(event) => setValue({ ...value, enabled: event.currentTarget.checked })}
      />
      <FormError refusal={refusal} fields={['name', 'issuer', 'clientId', 'domains']} />
      <div className={classes['line']}>
        <Button type="submit" loading={pending}>
          {provider ? 'Save' : 'Add provider'}
        </Button>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
