/** True for the code of a connection that could not be encrypted. A port without TLS answers with bytes that are not TLS. */
export const isEncryptionCode = (code: string): boolean =>
  /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL/.test(code);
