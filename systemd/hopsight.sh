#!/bin/sh
# `sudo hopsight …` means this box: it runs as the service does, with its games, its calibration and its rights.
# Without sudo it is an ordinary program of whoever calls it.
program=/opt/hopsight/bin/hopsight
if [ "$(id -u)" != 0 ] || [ "${1:-}" = update ]; then
  exec "$program" "$@"
fi
install -d -o hopsight -g hopsight -m 700 /var/lib/hopsight
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# A signal would end the shell at once, and leave the folder. So it waits for the program, and ends as that did.
trap 'exit $?' INT TERM HUP
# The user hopsight may read no log; whoever has `sudo` may, and wants them in the bundle for a helper.
case " $* " in
  *' --bundle'*)
    journalctl -u hopsight -n 2000 --no-pager -o short-iso > "$folder/log.txt" 2> /dev/null
    dmesg > "$folder/kernel.txt" 2> /dev/null
    ;;
esac
chown -R hopsight "$folder"
# A chain longer than usual needs it, and the service hears it from the same line.
size=$(sed -n "s/^SPI_BUFSIZE=[\"']\{0,1\}\([0-9]*\)[\"']\{0,1\}[[:space:]]*\$/\1/p" /etc/hopsight/table.conf 2>/dev/null | tail -n 1)
runuser -u hopsight -- env HOME="$folder" BLINKA_SKIP_DEPENDENCY_CHECK=1 OPENBLAS_NUM_THREADS=1 \
  ${size:+SPI_BUFSIZE="$size"} HOPSIGHT_LOGS="$folder" STATE_DIRECTORY=/var/lib/hopsight CONFIGURATION_DIRECTORY=/etc/hopsight "$program" "$@"
