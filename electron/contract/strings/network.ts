import type { DoctorCheckName, DoctorVerdict } from '../doctor.ts'
import { plural } from './plural.ts'

/**
 * Words of automatic downloads, of certificate authorities, of client certificates, and of the window of the
 * connection doctor.
 */
export const networkStrings = {
  automatic: {
    menu: 'Automatic downloads…',
    title: 'Automatic downloads',
    text: (name: string) =>
      `Campaign Desk can get the recent changes of chosen campaigns of ${name} by itself, while it is open.`,
    when: 'When',
    onStart: 'When Campaign Desk starts',
    byClock: 'By the clock',
    interval: 'Every',
    intervals: {
      minutes: (count: number, shown: string) => `${shown} ${plural(count, 'minute', 'minutes')}`,
      hours: (count: number, shown: string) => `${shown} ${plural(count, 'hour', 'hours')}`,
      days: (count: number, shown: string) => `${shown} ${plural(count, 'day', 'days')}`,
    },
    which: 'Which campaigns',
    chosen: (shown: string) => `${shown} chosen`,
    all: 'All',
    none: 'None',
    filter: 'Filter campaigns',
    nothing: 'No campaign like that.',
    noCampaigns: 'There are no campaigns on this connection yet.',
    needsCampaigns: 'Choose at least one campaign, or turn both off.',
    network:
      'Without a network nothing is tried: they wait until it is back. On a metered network they are paused; a download that you start yourself is not.',
    off: 'Automatic downloads are off.',
  },

  authority: {
    menu: 'Certificate authority…',
    title: 'Certificate authority',
    text: (name: string) =>
      `Campaign Desk trusts the authorities that this computer trusts. If ${name} has a certificate of your company’s own authority, choose its file here. It is trusted for this connection only.`,
    none: 'No additional authority.',
    trusted: 'Trusted for this connection',
    subjects: (count: number, shown: string) =>
      `${shown} ${plural(count, 'certificate', 'certificates')} in the file`,
    choose: 'Choose a file…',
    replace: 'Choose another file…',
    remove: 'Remove',
    hint: 'A file with certificates, often named .pem, .crt, .cer or .der. Ask your administrator for it.',
    chosen: (file: string) => `${file} is trusted for this connection.`,
    chosenFor: (file: string, host: string) => `${file} is trusted for ${host}.`,
    removed: 'The additional authority was removed.',
  },

  clientCertificate: {
    menu: 'Client certificate…',
    help: 'Certificate required?',
    title: 'Client certificate',
    text: (host: string) =>
      `Some services accept only computers that have a certificate. It is presented to ${host} and to no other address.`,
    none: 'No client certificate.',
    choose: 'Choose a file…',
    replace: 'Choose another file…',
    remove: 'Remove',
    /** In a notice about a service that requires one. */
    chooseCertificate: 'Choose client certificate…',
    hint: 'A PKCS #12 or PEM file with the certificate and its private key, often named .p12, .pfx or .pem. Ask your administrator for it.',
    issuedBy: (issuer: string) => `Issued by ${issuer}`,
    valid: (from: string, until: string) => `Valid from ${from} to ${until}`,
    expires: (day: string) => `Expires on ${day}`,
    expired: (day: string) => `Expired on ${day}`,
    file: (name: string) => `File: ${name}`,
    /** For a password that is not known, the field says so. */
    places: {
      keychain: 'The password is saved in the keychain.',
      session: 'The password cannot be saved in a keychain. It is kept until Campaign Desk closes.',
      sessionNew: 'The password is kept in memory until you connect.',
      notNeeded: 'The file is not protected by a password.',
    },
    locked: (file: string) => `${file} is protected by a password.`,
    passwordUnknown: 'The password is not known any more. Enter it again.',
    password: 'Password',
    passwordMissing: 'Enter the password of the file.',
    showPassword: 'Show the password',
    hidePassword: 'Hide the password',
    unlock: 'Use certificate',
    chosen: (subject: string) => `The client certificate ${subject} is used.`,
    presented: (subject: string, host: string) => `${subject} is presented to ${host}.`,
    removed: 'The client certificate was removed.',
  },

  doctor: {
    menu: 'Connection doctor…',
    run: 'Connection doctor…',
    help: 'Trouble connecting?',
    title: 'Connection doctor',
    of: (host: string) => `What stands between this computer and ${host}, step by step.`,
    list: 'Checks',
    checks: {
      address: 'Address',
      proxy: 'Proxy',
      dns: 'Name',
      tcp: 'Connection',
      tls: 'Certificate',
      key: 'API key',
      firstPage: 'First page',
      paging: 'Paging',
      order: 'Order',
      clock: 'Clock',
    } satisfies Readonly<Record<DoctorCheckName, string>>,
    verdicts: {
      ok: 'In order',
      attention: 'Attention',
      failed: 'Failed',
      skipped: 'Not looked at',
    } satisfies Readonly<Record<DoctorVerdict, string>>,
    pending: 'To be looked at',
    looking: 'Looking…',
    stoppedCheck: 'Not looked at',
    facts: 'Facts',
    factsOf: (check: string) => `Facts about: ${check}`,
    took: (shown: string) => `${shown} ms`,
    stop: 'Stop',
    again: 'Run again',
    copy: 'Copy report',
    copied: 'Copied',
    copyHint: 'The report holds no key.',
    running: (done: string, of: string) => `Check ${done} of ${of}`,
    allWell: 'Everything is in order.',
    attention: (count: number, shown: string) =>
      `It works, but ${shown} ${plural(count, 'thing needs', 'things need')} attention.`,
    failed: (check: string) => `Something is wrong: ${check}.`,
    stopped: 'Stopped before the end.',
    failedTitle: 'The checks could not be carried out',
  },
} as const
