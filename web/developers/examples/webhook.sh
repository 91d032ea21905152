# Checks the signature of a delivery. The raw body comes on standard input,
# its headers in WEBHOOK_ID, WEBHOOK_TIMESTAMP and WEBHOOK_SIGNATURE.
key=$(printf %s "${EVERTOLD_WEBHOOK_SECRET#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \n')
wanted=$({ printf '%s.%s.' "$WEBHOOK_ID" "$WEBHOOK_TIMESTAMP"; cat; } |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A)
age=$(($(date +%s) - WEBHOOK_TIMESTAMP))
case " $WEBHOOK_SIGNATURE " in
  *" v1,$wanted "*) [ "$age" -lt 300 ] && echo 'Signed by Evertold' ;;
  *) echo 'Not signed by Evertold' >&2 && exit 1 ;;
esac
