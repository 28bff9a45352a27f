import { Radio, useMantineColorScheme } from '@mantine/core'
import type { ReactNode } from 'react'
import { locales } from '../../../../../../shared/text/time/locale.ts'
import { refusalOf } from '../../../../../api/refusal.ts'
import { chooseLocale, chosenLocale } from '../../../../components/chosen-locale.ts'
import { FormError } from '../../../../components/form-error.tsx'
import { SettingsPage, SettingsSection } from '../../../../components/settings-section.tsx'
import { trpc } from '../../../../trpc.ts'

const schemes = [
  ['auto', 'System', 'Follows your system’s light or dark mode'],
  ['light', 'Light', null],
  ['dark', 'Dark', null],
] as const

export function AppearanceScreen(): ReactNode {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <SettingsPage>
      <SettingsSection title="Theme" lead="Saved in this browser.">
        <Radio.Group
          aria-label="Theme"
          value={colorScheme}
          onChange={(chosen) => {
            const scheme = schemes.find(([value]) => value === chosen)
            if (scheme) setColorScheme(scheme[0])
          }}
        >
          {schemes.map(([value, label, description]) => (
            <Radio key={value} value={value} label={label} description={description} mb="sm" />
          ))}
        </Radio.Group>
      </SettingsSection>
      {locales.length > 1 ? <Languages /> : null}
    </SettingsPage>
  )
}

/** Available languages, each named in itself. Choosing one reloads the page. */
function Languages(): ReactNode {
  const choose = trpc.account.chooseLocale.useMutation({
    onSuccess: ({ locale: chosen }) => {
      chooseLocale(chosen)
      location.reload()
    },
  })
  return (
    <SettingsSection
      title="Language"
      lead="Saved in your account, for every browser you sign in with. Rules are typed in English in every language."
    >
      <Radio.Group
        aria-label="Language"
        value={(choose.isPending ? choose.variables.locale : chosenLocale()) ?? ''}
        onChange={(chosen) => choose.mutate({ locale: chosen === '' ? null : chosen })}
      >
        <Radio value="" label="Browser default" mb="sm" />
        {locales.map((name) => (
          <Radio key={name} value={name} label={ownName(name)} lang={name} mb="sm" />
        ))}
      </Radio.Group>
      <FormError refusal={choose.error ? refusalOf(choose.error) : null} fields={[]} />
    </SettingsSection>
  )
}

const ownName = (name: string): string => {
  const own = new Intl.DisplayNames([name], { type: 'language' }).of(name) ?? name
  return own.charAt(0).toLocaleUpperCase(name) + own.slice(1)
}
