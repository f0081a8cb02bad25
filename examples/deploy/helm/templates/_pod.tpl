{{- define "vouch.security" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
runAsNonRoot: true
runAsUser: 1000
capabilities: { drop: [ALL] }
seccompProfile: { type: RuntimeDefault }
{{- end }}
{{- define "vouch.address" -}}
{{ printf "%s%spasswordfile=/run/database/%s" .url (contains "?" .url | ternary "&" "?") .key | quote }}
{{- end }}
{{- define "vouch.environment" -}}
- name: DATABASE_URL
  value: {{ include "vouch.address" (dict "url" .Values.database.url "key" "gateway") }}
{{- range $name, $value := .Values.environment }}
- name: {{ $name | quote }}
  value: {{ (kindIs "string" $value | ternary $value (toJson $value)) | quote }}
{{- end }}
{{- end }}
