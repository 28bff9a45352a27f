import { execFileSync } from 'node:child_process'
import path from 'node:path'

/** Creates a one-day certificate for 127.0.0.1 as PEM files. Undefined if this machine has no openssl. */
export function selfSigned(folder: string): { key: string; cert: string } | undefined {
  const [key, cert] = [path.join(folder, 'tls-key.pem'), path.join(folder, 'tls-cert.pem')]
  const kind = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  try {
    execFileSync('openssl', [...kind, ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' })
    return { key, cert }
  } catch {
    return undefined
  }
}
