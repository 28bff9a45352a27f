import { Alert, Button, TextInput } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useState } from 'react'
import { catalogue } from '../../../../../shared/errors/catalogue.ts'
import { SignInInput } from '../../../../../shared/features/access/schemas/account.ts'
import { refusalOf } from '../../../../api/refusal.ts'
import { fieldProblems } from '../../../components/field-problems.ts'
import { FormError } from '../../../components/form-error.tsx'
import { PasswordField } from '../../../components/password-field.tsx'
import { trpc } from '../../../trpc.ts'
import classes from './card.module.css'
import { Card } from './card.tsx'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import { useSignedIn } from './use-signed-in.ts'

const route = getRouteApi('/login')

/**
 * Signs in with email, password and the second factor if there is one, or with the other methods that this server
 * offers.
 */
export function LoginScreen(): ReactNode {
  const { next = '/', refused } = route.useSearch()
  const [value, setValue] = useState({ email: '', password: '', code: '' })
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [step, setStep] = useState<'password' | 'code'>('password')
  const onSignedIn = useSignedIn(next)
  const providers = trpc.providers.offered.useQuery().data ?? []
  const signIn = trpc.account.signIn.useMutation({
    onSuccess: onSignedIn,
    onError: (error) => {
      if (refusalOf(error).code === 'auth/second-factor-required') setStep('code')
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { email, password } = value
    const input = step === 'code' ? { ...value, code: value.code.trim() } : { email, password }
    const found = fieldProblems(SignInInput, input)
    setProblems(found)
    if (Object.keys(found).length === 0) signIn.mutate(input)
  }
  const field = (name: keyof typeof value) => ({
    value: value[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      setValue({ ...value, [name]: event.currentTarget.value }),
    error: problems[name],
  })
  const refusal = signIn.error ? refusalOf(signIn.error) : null
  if (step === 'code') {
    return (
      <Card title="One more step" lead={`Enter the code from your authenticator app for ${value.email}.`}>
        <form onSubmit={submit} noValidate>
          <TextInput
            label="Code"
            description="6-digit code or a recovery code"
            autoComplete="one-time-code"
            autoFocus
            {...field('code')}
          />
          <FormError refusal={refusal?.code === 'auth/second-factor-required' ? null : refusal} fields={[]} />
          <Button type="submit" loading={signIn.isPending}>
            Sign in
          </Button>
          <Button variant="subtle" onClick={() => setStep('password')}>
            Back
          </Button>
        </form>
      </Card>
    )
  }
  return (
    <Card title="Sign in" lead="Sign in to your Fanion account.">
      {refused === undefined ? null : <SignOnRefusal refused={refused} />}
      <form onSubmit={submit} noValidate>
        <TextInput label="Email" type="email" autoComplete="username" autoFocus {...field('email')} />
        <PasswordField label="Password" autoComplete="current-password" {...field('password')} />
        <FormError refusal={refusal} fields={[]} />
        <Button type="submit" loading={signIn.isPending}>
          Sign in
        </Button>
      </form>
      <div className={classes['others']}>
        <PasskeySignIn onSignedIn={onSignedIn} />
        {providers.map(({ key, name, startUrl }) => (
          <Button
            key={key}
            component="a"
            href={`${startUrl}?to=${encodeURIComponent(next)}`}
            variant="default"
            fullWidth
          >
            Sign in with {name}
          </Button>
        ))}
        <Link to="/forgot" className={classes['quiet']}>
          Forgot password?
        </Link>
      </div>
    </Card>
  )
}

/** Explains why single sign-on failed, and what to do. */
function SignOnRefusal({ refused }: { refused: string }): ReactNode {
  if (refused === 'auth/link-unconfirmed') {
    return (
      <Alert color="blue" variant="outline" role="alert" p="xs" mb="md">
        Your account has a second factor. Sign in with your password or passkey once, within ten minutes, to link it to
        single sign-on.
      </Alert>
    )
  }
  if (refused === 'auth/linked-elsewhere') {
    return (
      <Alert color="red" variant="outline" role="alert" p="xs" mb="md">
        This email address belongs to an account that is linked to another sign-in at this provider. Ask an instance
        owner to remove the old link under Users.
      </Alert>
    )
  }
  return (
    <Alert color="red" variant="outline" role="alert" p="xs" mb="md">
      Single sign-on failed. {sentenceOf(refused)} You can still use a password. <code>{refused}</code>
    </Alert>
  )
}

const isCode = (code: string): code is keyof typeof catalogue => Object.hasOwn(catalogue, code)
const sentenceOf = (code: string) => (isCode(code) ? catalogue[code].sentence : '')
